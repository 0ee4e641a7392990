"""One HTTP server per home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from continuum.embedded.errors import AlreadyRunning
from continuum.embedded.paths import Home
from continuum.embedded.server import ServerInfo, find_server, serving
from tests.continuum.embedded.seats import ROOT

URL = "http://localhost:8787"
SERVE = """
import sys, time
from pathlib import Path
from continuum.embedded.paths import Home
from continuum.embedded.server import serving
with serving(Home(Path(sys.argv[1])), url="http://localhost:8787"):
    print("serving", flush=True)
    time.sleep(60)
"""


def test_the_server_can_be_found_while_it_serves(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert find_server(home) is None
    with serving(home, url=URL):
        assert find_server(home) == ServerInfo(pid=os.getpid(), url=URL)
    assert find_server(home) is None
    assert not home.server_file.exists()


def test_a_second_server_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    home = Home(tmp_path)
    told = f"process {os.getpid()} at {URL}"
    with serving(home, url=URL), pytest.raises(AlreadyRunning, match=told) as caught, serving(home, url=URL):
        pass
    assert (caught.value.pid, caught.value.url) == (os.getpid(), URL)


def test_a_killed_server_leaves_the_place_free(tmp_path: Path) -> None:
    home = Home(tmp_path)
    command = [sys.executable, "-c", SERVE, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert find_server(home) == ServerInfo(pid=other.pid, url=URL)
        other.kill()
    assert home.server_file.exists()
    assert find_server(home) is None
    with serving(home, url=URL) as info:
        assert info.pid == os.getpid()


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"pid": 1})])
def test_a_broken_file_is_no_server(tmp_path: Path, text: str) -> None:
    home = Home(tmp_path)
    with serving(home, url=URL):
        home.server_file.write_text(text)
        assert find_server(home) is None
