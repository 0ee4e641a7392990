"""Secrets that a layout sets apart from their names: in a table, a block of YAML, `curl -u name:password`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memories.secrets.assignments import assigned_kind
from memories.secrets.finding import Finding
from memories.secrets.values import Link, is_password

_LOGIN = re.compile(r"""(?<!\S)(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,64}:([^\s"']{6,256})""")
_CALLERS = re.compile(r"\b(?:curl|wget|https?|xh|ftp)\b")
_LOOK_BACK = 400
"""Characters before a login among which the program stands that it is for."""
_BLOCK = re.compile(
    r"""^[ \t]*["']?([\w.-]{2,40})["']?[ \t]*:[ \t]*[>|][-+0-9]?[ \t]*\n[ \t]+(\S{6,256})[ \t]*$""", re.M
)
_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_MOST_CELLS = 64
_AROUND = " \t`"


def find_laid_out(text: str) -> Iterator[Finding]:
    """The secrets whose names stand elsewhere in the layout. Linear."""
    yield from _logins(text)
    yield from _blocks(text)
    if "|" in text:
        yield from _cells(text)


def _logins(text: str) -> Iterator[Finding]:
    for login in _LOGIN.finditer(text):
        before = text[max(0, login.start() - _LOOK_BACK) : login.start()]
        if _CALLERS.search(before) and is_password(login[1], Link.WRITTEN):
            yield Finding(*login.span(1), "password")


def _blocks(text: str) -> Iterator[Finding]:
    for block in _BLOCK.finditer(text):
        kind = assigned_kind(block[1], block[2])
        if kind:
            yield Finding(*block.span(2), kind)


def _cells(text: str) -> Iterator[Finding]:
    """Cells below a heading that promises secrets."""
    heads: list[str] = []
    before: list[tuple[int, str]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        cells = _split(line, start)
        if "|" in line and _RULE.match(line.rstrip("\r\n")):
            heads = [cell for _, cell in before]
        elif "|" not in line:
            heads = []
        elif heads:
            yield from _in_row(heads, cells)
        before, start = cells, start + len(line)


def _in_row(heads: list[str], cells: list[tuple[int, str]]) -> Iterator[Finding]:
    for head, (place, cell) in zip(heads, cells, strict=False):
        kind = assigned_kind(head, cell) if head and cell and " " not in cell else None
        if kind:
            yield Finding(place, place + len(cell), kind)


def _split(line: str, start: int) -> list[tuple[int, str]]:
    """The cells of a line with the places where they begin in the text."""
    bare = line.rstrip("\r\n")
    found: list[tuple[int, str]] = []
    place = start + (1 if bare.lstrip().startswith("|") else 0) + (len(bare) - len(bare.lstrip()))
    inner = bare.strip().removeprefix("|").removesuffix("|")
    for cell in inner.split("|", _MOST_CELLS):
        lead = len(cell) - len(cell.lstrip(_AROUND))
        found.append((place + lead, cell.strip(_AROUND)))
        place += len(cell) + 1
    return found
