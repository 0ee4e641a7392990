"""Programs of others end in time, and what they say and how they ended is told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.clients.commands import Done, Failed, run_command

SAY = "import sys; print('out'); print('err', file=sys.stderr); sys.exit({status})"
TERMINAL = "import sys; print(sys.stdin.isatty(), sys.stdout.isatty()); print('\\x1b[1mbold\\x1b[0m')"


def run(folder: Path, program: str, **how: object) -> Done:
    return run_command(
        [sys.executable, "-c", program], environment={}, folder=folder, **{"seconds": 20, **how}
    )  # type: ignore[arg-type]


def test_what_a_program_says_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, SAY.format(status=0))
    assert (done.status, done.output, done.said) == (0, "out\n", "out\nerr\n")


def test_a_program_that_fails_is_told_of_unless_it_may(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"status 3.*\nout\nerr"):
        run(tmp_path, SAY.format(status=3))
    assert run(tmp_path, SAY.format(status=3), fails=True).status == 3


@pytest.mark.parametrize("terminal", [False, True])
def test_a_program_that_does_not_end_is_ended(tmp_path: Path, terminal: bool) -> None:
    with pytest.raises(Failed, match="not done within 1 seconds"):
        run(tmp_path, "import time; time.sleep(60)", seconds=1, terminal=terminal)


def test_a_program_that_wants_a_terminal_has_one(tmp_path: Path) -> None:
    assert run(tmp_path, TERMINAL, terminal=True).output == "True True\nbold\n"
