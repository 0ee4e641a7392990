"""The measure of it: a vault of 10,000 memories with every feature used, there and back in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from memories import access
from memories.portability.package.importing import import_package
from memories.portability.package.writing import export_package
from oauth.models import User
from tests.conftest import empty_database, person_actor
from tests.vaults import fill, many, state

ROOT = Path(__file__).resolve().parents[3]
MEMORIES = int(os.environ.get("CONTINUUM_TEST_MEMORIES", "10000"))
MOST_GROWTH = 150 * 2**20  # bytes that a backup or a restore may add to what the process holds anyway
# getrusage would tell of a child what its parent held when it was started.
_PEAK = (
    "import sys, runpy; sys.argv = sys.argv[1:]\n"
    "try: runpy.run_path('manage.py', run_name='__main__')\n"
    "except SystemExit as end: code = end.code\n"
    "else: code = 0\n"
    "told = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
    "print(int(told['VmHWM'].split()[0]) * 1024, file=sys.stderr); sys.exit(code)"
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3_000),
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel tells no peak of memory"),
]


def command(*arguments: str) -> tuple[float, int]:
    """Run manage.py; returns the seconds it took and the most memory it held, in bytes."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, "manage.py", *arguments],
        cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return time.perf_counter() - start, int(done.stderr.split()[-1])


@pytest.fixture
def full(
    committed: None, alice: User, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> User:
    settings.ERASURE_LEDGER = tmp_path / "erasures.jsonl"
    monkeypatch.setenv("CONTINUUM_ERASURE_LEDGER", str(settings.ERASURE_LEDGER))
    monkeypatch.setenv("CONTINUUM_BACKUPS", str(tmp_path))
    fill(alice)
    many(alice, MEMORIES - 30)
    return alice


def same(before: dict[str, list[str]], after: dict[str, list[str]]) -> None:
    for table, rows in before.items():
        assert len(rows) == len(after[table]), table
        assert rows == after[table], table


def test_ten_thousand_memories_come_back_to_the_last_field(
    full: User, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    before, path = state(), str(tmp_path / "full.continuum")
    assert len(before["memories_memory"]) >= MEMORIES - 30
    idle = command("database", "check")[1]
    saved = command("database", "backup", path, "--person", "alice")
    empty_database()
    User.objects.create_user("alice", email="alice@example.test", password=None)
    restored = command("database", "restore", path, "--person", "alice")
    same(before, state())
    told = {"idle": idle, "backup": saved, "restore": restored, "bytes": os.stat(path).st_size}
    record_property("figures", told)
    print(json.dumps(told))
    assert max(saved[1], restored[1]) < idle + MOST_GROWTH


_TEXTS = """
    SELECT w.name, m.name, m.version, r.number, r.status, r.content, r.created_at, r.decided_at, r.retired_at
    FROM memories_revision r JOIN memories_memory m ON m.id = r.memory_id
    JOIN memories_workspace w ON w.id = m.workspace_id
    WHERE m.quarantined_at IS NULL AND m.name <> 'harmless' ORDER BY 1, 2, m.scope_key, r.created_at, 6"""


def test_ten_thousand_memories_are_imported_from_a_package(full: User, tmp_path: Path) -> None:
    start = time.perf_counter()
    packed = export_package(person_actor(full), to=tmp_path / "full.zip")
    exported = time.perf_counter() - start
    before = texts()
    empty_database()
    anna = person_actor(User.objects.create_user("anna", password=None))
    start = time.perf_counter()
    with access.acting(anna):
        report = import_package(anna, path=packed.path)
    print(json.dumps({"export": exported, "import": time.perf_counter() - start, **report.counts}))
    assert report.read == packed.manifest.counts["memories"] and texts() == before


def texts() -> list[tuple[Any, ...]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(_TEXTS)
        return cursor.fetchall()
