"""Reading a backup line by line, and saying at once what is wrong with it. Nothing here writes anything."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from memories.portability.backup.heading import WHAT, Heading, read_heading
from memories.portability.backup.sections import BY_NAME, ERASURE, Section
from memories.portability.limits import EXPANSION_FREE, LONGEST_LINE, MOST_EXPANDED, MOST_EXPANSION
from memories.portability.progress import Pace, Telling
from memories.portability.refusals import cut_off, edited, unfit

_CONTROL = {"section", "columns"}
_FIRST_BYTES = 64


@dataclass(frozen=True, slots=True)
class Row:
    """`section` is None for a line of the ledger of erasures. `line` is the row as Postgres wrote it."""

    section: Section | None
    columns: tuple[str, ...]
    line: str
    told: Mapping[str, Any]


def check(path: Path, *, progress: Telling | None = None) -> tuple[Heading, str]:
    """Read the file from end to end. Returns its heading and the checksum of its lines.

    Raises ValidationFailed with what is wrong.
    """
    reader = Reader(path)
    pace: Pace | None = None
    for _ in reader:
        pace = pace or Pace(progress, "check", reader.heading.total)
        pace.step()
    if pace is not None:
        pace.finish()
    return reader.heading, reader.sha256


def first_line(path: Path) -> Heading:
    """What the file says of itself; nothing more of it is read. Raises ValidationFailed."""
    with _opened(path) as file:
        return read_heading(parse_line(next(_lines(file, path.stat().st_size), b"")))


class Reader:
    """Iterates over the rows; when it has come to the end without an error, the file is whole."""

    heading: Heading
    sha256: str

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self._counts: Counter[str] = Counter()
        self._order = -1

    def __iter__(self) -> Iterator[Row]:
        with _opened(self._path) as file:
            lines = _lines(file, self._path.stat().st_size)
            self.heading = read_heading(self._take(next(lines, b"")))
            yield from self._rows(lines)

    def _take(self, raw: bytes) -> Any:
        self._hash.update(raw)
        return parse_line(raw)

    def _rows(self, lines: Iterator[bytes]) -> Iterator[Row]:
        section: Section | None = None
        columns: tuple[str, ...] = ()
        name = ""
        for raw in lines:
            before = self._hash.hexdigest() if raw.startswith(b'{"end":') else ""
            told = self._take(raw)
            if before and isinstance(told, dict) and told.get("end") is True:
                self._finish(told, before)
                if next(lines, b""):
                    raise unfit("This backup goes on after its end.")
                return
            if not isinstance(told, dict):
                raise unfit("This backup holds a line that is no row.")
            if set(told) == _CONTROL:
                name, section, columns = self._enter(told)
                continue
            if not name or (section is not None and tuple(told) != columns):
                raise unfit(f"This backup holds a row that does not fit: {name or 'before any section'}.")
            self._counts[name] += 1
            yield Row(section, columns, raw.decode().rstrip("\n"), told)
        raise cut_off(WHAT)

    def _enter(self, told: dict[str, Any]) -> tuple[str, Section | None, tuple[str, ...]]:
        name, columns = told["section"], told["columns"]
        if name == ERASURE:
            return ERASURE, None, ()
        section = BY_NAME.get(name) if isinstance(name, str) else None
        if section is None or not isinstance(columns, list) or not all(isinstance(c, str) for c in columns):
            raise unfit(self._unknown(f"a section {str(name)[:60]!r}"))
        place = list(BY_NAME).index(section.name)
        if place <= self._order:
            raise unfit(f"This backup holds the section {section.name!r} twice, or in the wrong place.")
        self._order = place
        unknown = [str(column)[:60] for column in columns if column not in section.fields]
        if unknown:
            raise unfit(self._unknown(f"{section.name!r} with a column {unknown[0]!r}"))
        return section.name, section, tuple(columns)

    def _unknown(self, what: str) -> str:
        made_by = f"Continuum {self.heading.application[:40]} ({self.heading.schema[:40]})"
        return f"This backup holds {what}, which this Continuum does not know: it was made by {made_by}."

    def _finish(self, told: dict[str, Any], sha256: str) -> None:
        if told.get("sha256") != sha256:
            raise edited(WHAT)
        counted = {name: rows for name, rows in self._counts.items() if rows}
        if counted != {name: rows for name, rows in self.heading.rows.items() if rows}:
            raise unfit("This backup does not hold as many rows as its heading says.")
        self.sha256 = sha256


def parse_line(raw: bytes) -> Any:
    """Raises ValidationFailed for what is no JSON, or nested deeper than Python reads."""
    if not raw.endswith(b"\n"):
        raise cut_off(WHAT)
    try:
        return json.loads(raw)
    except RecursionError:
        raise unfit("This backup holds JSON that is nested too deep.") from None
    except ValueError:
        raise unfit("This backup holds a line that is no JSON: it was changed or damaged.") from None


_SIGNS: tuple[tuple[bytes, str], ...] = (
    (
        b"PK\x03\x04",
        "This is a zip archive, not a backup. A Memory Package is imported: manage.py import FILE.",
    ),
    (b"PGDMP", "This is a dump of the database: manage.py database restore --physical FILE."),
    (b"<", "This is a web page, perhaps one that asks to sign in, not a backup."),
    (
        b"{",
        "This is plain JSON, such as a readable export. It can be read and imported, but not restored.",
    ),
    (b"[", "This is plain JSON, not a backup. Lists of memories are imported: manage.py import FILE."),
)


def _opened(path: Path) -> IO[bytes]:
    """The lines of the file. Raises ValidationFailed for what is none of ours, by its first bytes."""
    if path.is_symlink() or not path.is_file():
        raise unfit("There is no such file.")
    with path.open("rb") as raw:
        first = raw.read(_FIRST_BYTES)
    if not first:
        raise unfit("The file is empty.")
    if not first.startswith(b"\x1f\x8b"):
        start = first.removeprefix(b"\xef\xbb\xbf").lstrip()
        told = [sentence for sign, sentence in _SIGNS if start.startswith(sign)]
        raise unfit(told[0] if told else "This is no backup of Continuum.")
    return cast(IO[bytes], gzip.open(path, "rb"))


def _lines(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Bounded in length, one by one and all together."""
    read = 0
    while raw := _line(file):
        read += len(raw)
        if len(raw) > LONGEST_LINE:
            raise unfit(f"This backup holds a line of more than {LONGEST_LINE:,} bytes.")
        if read > MOST_EXPANDED or (read > EXPANSION_FREE and read > size * MOST_EXPANSION):
            raise unfit(f"This file expands to more than {MOST_EXPANSION} times its size; it is not read on.")
        yield raw


def _line(file: IO[bytes]) -> bytes:
    try:
        return file.readline(LONGEST_LINE + 1)
    except EOFError:
        raise cut_off(WHAT) from None
    except (gzip.BadGzipFile, zlib.error):
        raise unfit("This backup is damaged: it cannot be unpacked.") from None
