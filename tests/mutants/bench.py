"""Copies of the repository in which mutants are tried. The tree itself is never changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from continuum.embedded import supervisor
from continuum.embedded.paths import Home
from tests.house.source import list_files
from tests.mutants.mutant import Mutant

MOST_SECONDS = 240
"""For the tests of one mutant; those that take longer have not been answered."""

_FAILED = re.compile(r"^FAILED (\S+?)(?:\[.*)?(?: - .*)?$", re.M)
_ERROR = re.compile(r"^ERROR .*$", re.M)
_later = count(10)
"""Seconds by which a mutant's file is newer, each time others: by its age Python tells whether what it has
compiled is of this text.
"""
_OF_THE_DATABASE = ("memories/sql/", "memories/migrations/", "memories/models/")
"""What changes the database itself: it takes a new one to see that."""

_PURE = ("tests/memories/secrets/", "tests/memories/text/")
"""Tests that need nothing but what they test: without Django they take a tenth of the time."""

_MOST_LINES, _MOST_SHOWN = 3, 200
"""Of what pytest said where it could not run, the last lines and the letters of each."""

_RAN = frozenset({0, 1})
"""What pytest answers when it could run what it was asked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which tests failed, and what was said where they did not run."""

    failed: frozenset[str]
    trouble: str = ""

    def misses(self, tests: Iterable[str]) -> list[str]:
        """The tests that did not fail, of those that should have."""
        return [test for test in tests if test.partition("[")[0] not in self.failed]


def _last_words(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip("=! ")]
    return " / ".join(line[:_MOST_SHOWN] for line in lines[-_MOST_LINES:])


class Bench:
    """One copy of the repository, services of its own, and a pytest that uses both."""

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place / "tree"
        self._home = place / "home"
        self._services = supervisor.ensure(Home(self._home), durability="test")
        for path in list_files(root):
            (self.place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, self.place / path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._services.close()

    def run(self, tests: Collection[str], *, all_of_them: bool = True, anew: bool = False) -> Outcome:
        """Run some tests in one pytest; without `all_of_them` the first that fails is enough. Their database
        is made `anew`, or the one that the run before has left empty.
        """
        settings = {} if anew else {"CONTINUUM_TESTS_HOME": str(self._home)}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "-rfE",
            "--color=no",
            "-p",
            "no:cacheprovider",
        ]
        if all(test.startswith(_PURE) for test in tests):
            settings = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
            command += ["-c", "tests/mutants/pure.ini", "--rootdir=.", "--confcutdir=tests/memories"]
        else:
            command += ["-p", "no:randomly"]
        command += [*([] if all_of_them else ["-x"]), *tests]
        try:
            done = subprocess.run(
                command,
                cwd=self.place,
                capture_output=True,
                text=True,
                timeout=MOST_SECONDS,
                check=False,
                env={**os.environ, "COLUMNS": "1000", **settings},
            )
        except subprocess.TimeoutExpired:
            return Outcome(frozenset(), f"no answer in {MOST_SECONDS} s")
        ran = done.returncode in _RAN and not _ERROR.search(done.stdout)
        trouble = "" if ran else _last_words(done.stdout or done.stderr)
        return Outcome(frozenset(_FAILED.findall(done.stdout)), trouble)

    def try_out(self, mutant: Mutant) -> Outcome:
        """What its tests say while the guard is gone; it is back afterwards. Raises Stale."""
        path = self.place / mutant.file
        kept, times = path.read_bytes(), path.stat()
        path.write_text(mutant.applied(self.place), "utf-8")
        os.utime(path, (times.st_atime, times.st_mtime + next(_later)))
        try:
            anew = mutant.file.startswith(_OF_THE_DATABASE)
            return self.run(mutant.tests, all_of_them=len(mutant.tests) > 1, anew=anew)
        finally:
            path.write_bytes(kept)
            os.utime(path, (times.st_atime, times.st_mtime))
