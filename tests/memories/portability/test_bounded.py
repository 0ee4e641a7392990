"""A large file takes no more memory than a small one; a process that is killed leaves all or nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from bench.imports.records import mem0
from bench.imports.talks import chatgpt
from bench.imports.weighing import peak
from memories import access
from memories.models import Import, Memory, Mode, Revision
from memories.portability.importing import import_file
from memories.portability.report import MOST_REMARKS
from memories.services.workspaces import create_workspace
from oauth.models import User
from tests.conftest import person_actor

MOST_GROWTH = 60  # megabytes: what a lot, an item and a chunk take, whatever the file's size
SLOW_MEGABYTES = 200
KILLED = """
import os, sys, django
django.setup()
from pathlib import Path
from memories import access
from memories.portability.importing import import_file
from oauth.models import User
from tests.conftest import person_actor
with access.acting(person_actor(User.objects.get(username="alice"))) as actor:
    def progress(stage, done, total):
        if stage == sys.argv[2] and done >= total // 2:
            print("now", flush=True)
            sys.stdin.readline()
    import_file(actor, path=Path(sys.argv[1]), progress=progress)
"""


def growth(actor, path: Path) -> float:
    with peak() as found:
        import_file(actor, path=path, dry_run=True)
    return found.growth


def test_a_file_ten_times_as_large_takes_no_more_memory(owner, tmp_path) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    for folder in (small, large):
        folder.mkdir()
    growth(owner, chatgpt(small, 0.3))
    assert growth(owner, chatgpt(large, 3)) < MOST_GROWTH


@pytest.mark.slow
@pytest.mark.timeout(3_000)
def test_a_very_large_export_is_imported_in_bounded_memory(owner, tmp_path) -> None:
    growth(owner, mem0(tmp_path, 0.1))
    path = chatgpt(tmp_path, SLOW_MEGABYTES)
    with peak() as found:
        report = import_file(owner, path=path)
    assert report.counts["stored"] > 1_000 and found.growth < 150 and found.most < 300 + found.before
    assert len(report.remarks) <= MOST_REMARKS


@pytest.mark.parametrize("stage", [pytest.param("read", marks=pytest.mark.slow), "write"])
def test_an_import_that_is_killed_leaves_nothing(committed, alice: User, tmp_path, stage: str) -> None:
    path = mem0(tmp_path, 0.15)
    command = [sys.executable, "-c", KILLED, str(path), stage]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "continuum.settings"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, **pipes) as process:
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGKILL)
    _gone(process.pid)
    with access.acting(person_actor(alice)) as actor:
        assert not Memory.objects.exists() and not Import.objects.exists()
        assert import_file(actor, path=path).counts["stored"] == Revision.objects.count() > 100


def _gone(pid: int) -> None:
    """Postgres notices that a client is gone when it next reads from it."""
    for _ in range(200):
        with connections["owner"].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE relation = 'memories_chainhead'::regclass")
            if cursor.fetchone()[0] == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"the transaction of {pid} is still open")


def test_nothing_is_written_when_the_write_fails_half_way(owner, tmp_path, monkeypatch) -> None:
    create_workspace(owner, name="other", mode=Mode.AUTO)

    def failing(stage: str, done: int, total: int) -> None:
        if stage == "write" and done > 200:
            raise OSError("the machine is on fire")

    with pytest.raises(OSError, match="fire"):
        import_file(owner, path=mem0(tmp_path, 0.2), progress=failing)
    assert not Memory.objects.exists() and not Import.objects.exists()
