"""What `manage.py connect` writes, read by the real programs: they start the bridge and reach the server."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from bench.server import server
from continuum.embedded.paths import Home
from mcp_gateway.management.commands import connect
from tests.clients.claude_code import QUIET
from tests.clients.programs import find_programs
from tests.clients.stage import ROOT, Stage

SECONDS = 90

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("connect")
    for each in (folder, *folder.parents[:3]):
        each.chmod(0o711)  # Postgres may run as another user than root
    with server(folder / "server"):
        yield Stage("stdio", "", folder, find_programs(), restart=lambda: None)


@pytest.fixture(autouse=True)
def _installed(stage: Stage, monkeypatch, settings) -> None:
    """The installation is that of the test, which lies in a temporary place on purpose."""
    settings.CONTINUUM_HOME = Home(stage.folder / "server")
    monkeypatch.setattr(connect, "is_temporary", lambda *_, **__: False)


def write(stage: Stage, client: str, program: str, *path: str) -> Path:
    file = stage.home(program).joinpath(*path)
    call_command("connect", client, "--file", str(file))
    return file


def test_claude_code_reads_it_and_is_connected(stage: Stage) -> None:
    write(stage, "claude", "claude_code", ".claude.json")
    listed = stage.run("claude_code", ["claude", "mcp", "list"], seconds=SECONDS, more=QUIET)
    ours = [line for line in listed.output.splitlines() if line.startswith("continuum:")]
    assert any("Connected" in line and "--agent claude-code" in line for line in ours), listed.said


def test_claude_code_keeps_what_connect_wrote_beside_its_own(stage: Stage) -> None:
    file = write(stage, "claude", "claude_code", ".claude.json")
    add = [
        "claude",
        "mcp",
        "add",
        "--scope",
        "user",
        "--transport",
        "http",
        "other",
        "http://127.0.0.1:9/mcp",
    ]
    stage.run("claude_code", add, seconds=SECONDS, more=QUIET)
    assert set(json.loads(file.read_text())["mcpServers"]) == {"continuum", "other"}
    call_command("connect", "claude", "--file", str(file), "--undo")
    assert set(json.loads(file.read_text())["mcpServers"]) == {"other"}


def test_codex_reads_it_and_remembers_and_recalls_through_it(stage: Stage) -> None:
    write(stage, "codex", "codex", ".codex", "config.toml")
    listed = stage.run("codex", ["codex", "mcp", "list"], seconds=SECONDS)
    assert any(line.startswith("continuum ") for line in listed.output.splitlines()), listed.said
    tools = _codex(stage, "list")
    assert "memory_recall" in tools
    kept = _codex(stage, "remember", "tea", "Tea is served at four in the blue room.")
    assert kept["status"] == "stored", kept
    assert "blue room" in json.dumps(_codex(stage, "recall", "When is tea served?"))


def _codex(stage: Stage, *verb: str) -> object:
    command = [sys.executable, "-m", "tests.clients.sessions.codex_app", stage.url, *verb]
    done = stage.run("codex", command, seconds=SECONDS, more={"PYTHONPATH": str(ROOT)})
    return json.loads(done.output)
