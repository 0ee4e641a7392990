"""Running a program of others for a bounded time, at a terminal where it wants one."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LAST_WORDS = 3_000  # characters of a failed program's output that say why
END_SECONDS = 5
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_])")


class Failed(Exception):
    """A client did not do what it was asked to; the message says what it said."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a program ended. `output` is what it wrote, `said` that and its errors."""

    status: int
    output: str
    said: str


def run_command(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    folder: Path,
    seconds: float,
    terminal: bool = False,
    fails: bool = False,
) -> Done:
    """Raises Failed for a program that fails (unless it may), or is not done in time and is ended."""
    arguments = [str(part) for part in command]
    start = _at_terminal if terminal else _piped
    done = start(arguments, environment, folder, seconds)
    if done is None:
        raise Failed(f"not done within {seconds:.0f} seconds: {' '.join(arguments)}")
    if done.status != 0 and not fails:
        raise Failed(f"status {done.status}: {' '.join(arguments)}\n{done.said[-LAST_WORDS:]}")
    return done


def _piped(command: list[str], environment: Mapping[str, str], folder: Path, seconds: float) -> Done | None:
    with subprocess.Popen(
        command,
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return None
    return Done(process.returncode, output, output + errors)


def _at_terminal(
    command: list[str], environment: Mapping[str, str], folder: Path, seconds: float
) -> Done | None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        env=dict(environment),
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        written = _read_until_closed(ours, seconds)
        if written is None:
            _end(process)
            return None
        status = process.wait(END_SECONDS)
    finally:
        os.close(ours)
    said = _ESCAPES.sub("", written.decode(errors="replace")).replace("\r\n", "\n")
    return Done(status, said, said)


def _read_until_closed(terminal: int, seconds: float) -> bytes | None:
    """What is written to a terminal until nobody holds it any more; None when that takes too long."""
    written, deadline = bytearray(), time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([terminal], [], [], left)[0]:
            break
        try:
            part = os.read(terminal, 65_536)
        except OSError:  # how Linux says that the other end is closed
            return bytes(written)
        if not part:
            return bytes(written)
        written += part
    return None


def _end(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    """The program and what it started: they are a group of their own."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(END_SECONDS)
