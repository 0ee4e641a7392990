"""What `manage.py help` tells who looks for a command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from continuum.command_line import main

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main([str(MANAGE), *arguments])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("asked", [(), ("help",), ("--help",)])
def test_help_lists_our_own_commands_and_how_one_is_run(
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    lines = printed(capsys, *asked)
    listed = {line.split()[0]: line for line in lines if line.startswith("  ")}
    assert {"up", "connect", "mcp", "doctor", "database", "import", "sign_in_link"} <= set(listed)
    assert (
        "sqlflush" not in listed
        and len(listed["connect"].split()) > 3
        and max(map(len, listed.values())) <= 110
    )
    assert lines[0] == f"How to run one: {sys.executable} {MANAGE} COMMAND"


def test_every_command_has_its_help_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert not [line for line in printed(capsys, "help") if line.startswith("  ") and len(line.split()) < 2]


def test_the_names_of_every_command_are_there_for_a_shell(capsys: pytest.CaptureFixture[str]) -> None:
    names = printed(capsys, "help", "--commands")
    assert {"connect", "sqlflush"} <= set(names)
