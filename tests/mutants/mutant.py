"""A guard that is taken away, and the tests that miss it.

The files of the catalogue hold mutants as blocks, an empty line between them:

    = the name of the mutant
    @ the file, relative to the repository
    - what stands in it once, a line each
    + what stands there instead, a line each; none for nothing
    ! a test that fails then, as pytest names it; with its parameters, only the one is run

`* one | other` stands for several mutants: `EACH` is each of them in turn, wherever it stands in the block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CATALOGUE = Path(__file__).parent / "catalogue"
_EACH = "EACH"


class Stale(ValueError):
    """The text to be replaced is not in its file exactly once: the guard moved, the mutant must follow."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`old`, which stands once in `file`, is replaced by `new`; then each of `tests` must fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied(self, root: Path) -> str:
        """The file's text without the guard. Raises Stale."""
        path = root / self.file
        text = path.read_text("utf-8") if path.is_file() else ""
        if (times := text.count(self.old)) != 1:
            raise Stale(f"{self.name}: its text stands {times} times in {self.file}, not once: {self.old!r}")
        return text.replace(self.old, self.new)


def every_mutant(catalogue: Path = CATALOGUE) -> list[Mutant]:
    """The mutants of all files. Raises ValueError for a block that is none, and for a name that is two's."""
    found = [mutant for file in sorted(catalogue.glob("*.txt")) for mutant in _in_file(file)]
    names = [mutant.name for mutant in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"Two mutants of one name: {', '.join(sorted(twice))}")
    return found


def _in_file(file: Path) -> Iterator[Mutant]:
    for block in filter(str.strip, file.read_text("utf-8").split("\n\n")):
        lines = block.strip("\n").splitlines()
        several = [line[2:] for line in lines if line.startswith("* ")]
        for one in " | ".join(several).split(" | ") if several else [_EACH]:
            yield _mutant([line.replace(_EACH, one) for line in lines], where=file.name)


def _mutant(lines: list[str], *, where: str) -> Mutant:
    parts: dict[str, list[str]] = {sign: [] for sign in "=@-+!*"}
    for line in lines:
        if line[:1] not in parts or line[1:2] not in ("", " "):
            raise ValueError(f"{where}: no line of a mutant: {line!r}")
        parts[line[0]].append(line[2:])
    if len(parts["="]) != 1 or len(parts["@"]) != 1 or not parts["-"] or not parts["!"]:
        raise ValueError(f"{where}: a mutant has one name, one file, a text and a test: {lines[0]!r}")
    old, new = "\n".join(parts["-"]), "\n".join(parts["+"])
    return Mutant(parts["="][0], parts["@"][0], old, new, tuple(parts["!"]))
