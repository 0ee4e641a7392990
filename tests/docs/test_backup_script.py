"""docs/backup.sh keeps only whole backups, whatever the network does (BR-08)."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from memories import access
from memories.portability.backup.writing import back_up
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "backup.sh"
pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="the script downloads with curl")


TOKEN = "the-token-of-the-script"


class Server(BaseHTTPRequestHandler):
    """Answers as its class says: a whole file, a part of one, a redirect, a page."""

    raw, status, cut, token = b"", 200, 1.0, TOKEN

    def do_GET(self) -> None:
        if self.headers["Authorization"] != f"Bearer {self.token}":
            return self.send_error(401)
        self.send_response(self.status)
        self.send_header("Location", "/sign-in/")
        self.send_header("Content-Length", str(len(self.raw)))
        self.end_headers()
        self.wfile.write(self.raw[: int(len(self.raw) * self.cut)])
        self.close_connection = True
        return None

    def log_message(self, *args: Any) -> None: ...


@pytest.fixture
def vault(committed: None, alice: User, tmp_path: Path) -> bytes:
    with access.acting(person_actor(alice)) as person:
        remember(person, "The office is in Ghent.", name="office")
    return back_up(person_actor(alice), to=tmp_path / "made.continuum").path.read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "continuum-20200101-000000.continuum").write_bytes(b"the last good one")
    return tmp_path / "kept"


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def served(url: str, vault: bytes, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a server that answers like this."""
    for name, value in {"raw": vault, **answer}.items():
        monkeypatch.setattr(Server, name, value)
    return url


def save(url: str, folder: Path, *, limit: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CONTINUUM_URL": url, "CONTINUUM_TOKEN": TOKEN}
    command = f'{limit} exec sh "{SCRIPT}" "{folder}" 2'
    return subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)


def test_a_whole_backup_is_kept_and_the_oldest_go(
    url: str, vault: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "raw", vault)
    (folder / "continuum-20190101-000000.continuum").write_bytes(b"older")
    done = save(url, folder)
    assert done.returncode == 0, done.stderr
    kept = Path(done.stdout.strip())
    assert kept.read_bytes() == vault and kept.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "continuum-20200101-000000.continuum",
        kept.name,
    ]


@pytest.mark.parametrize(
    ("answer", "because"),
    [
        ({"cut": 0.7}, "broke off"),
        ({"status": 302}, "answered 302"),
        ({"status": 500}, "answered 500"),
        ({"token": "another token"}, "answered 401"),
        ({"raw": b"<html>Sign in</html>"}, "does not unpack"),
        ({"raw": b""}, "does not unpack|end is missing"),
    ],
)
def test_what_is_not_whole_leaves_the_last_good_one(
    served: str, vault: bytes, folder: Path, answer: dict[str, Any], because: str
) -> None:
    done = save(served, folder)
    assert done.returncode == 1 and any(each in done.stderr for each in because.split("|")), done.stderr
    assert [path.name for path in folder.iterdir()] == ["continuum-20200101-000000.continuum"]


def test_a_backup_that_was_changed_on_the_way(
    url: str, vault: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "raw", gzip.compress(gzip.decompress(vault).replace(b"Ghent", b"Bruge")))
    done = save(url, folder)
    assert done.returncode == 1 and "checksum does not fit" in done.stderr


def test_a_full_disk(url: str, vault: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "raw", vault)
    done = save(url, folder, limit="ulimit -f 1;")
    assert done.returncode != 0 and done.stderr
    assert [path.name for path in folder.iterdir()] == ["continuum-20200101-000000.continuum"]
