"""Text into single memories: at rules (`---`), blank lines and bullets. Code stays whole, a nested bullet
stays with the one above it, and a heading is told with what stands under it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_RULE = re.compile(r"[ \t]{0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?P<title>.*?)[ \t#]*")
_BOLD = re.compile(r"[ \t]{0,3}(?:\*\*|__)(?P<title>[^*_]{1,80})(?:\*\*|__):?[ \t]*")
_BULLET = re.compile(r"[ \t]{0,3}(?:[-*+•]|[0-9]{1,9}[.)])[ \t]+")
_BOX = re.compile(r"\[[ xX-]\][ \t]+")


@dataclass(frozen=True, slots=True)
class Part:
    """One memory's text, the line that it begins on, and the heading that it stands under."""

    text: str
    line: int
    heading: str = ""


def parts(text: str) -> Iterator[Part]:
    """The parts of a text in their order; empty ones are dropped."""
    heading = ""
    for line, block in _blocks(text.replace("\r\n", "\n").replace("\r", "\n")):
        if (title := _title(block)) is not None:
            heading = title
        else:
            yield from _items(line, block, heading)


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines between blank lines and rules, each with the number of its first line. A bullet's further
    paragraphs and a code block belong to the run that they stand in.
    """
    held: list[str] = []
    start, fence, blank = 1, "", False
    for number, line in enumerate(text.split("\n"), 1):
        if fence:
            held.append(line)
            fence = "" if line.strip().startswith(fence) and not line.strip().strip(fence[0]) else fence
            continue
        opening = _FENCE.match(line)
        if not line.strip():
            blank = True
            held += [""] if held else []
            continue
        parted = _RULE.fullmatch(line) or _HEADING.fullmatch(line) or (blank and not _goes_on(held, line))
        if held and parted:
            yield start, held
            held = []
        blank = False
        if _RULE.fullmatch(line):
            continue
        start = number if not held else start
        held.append(line)
        fence = opening[1] if opening else ""
        if _HEADING.fullmatch(line):
            yield start, held
            held = []
    if held:
        yield start, held


def _goes_on(held: list[str], line: str) -> bool:
    """Whether a line after a blank one is still part of the bullet above it."""
    return bool(held and _BULLET.match(held[0]) and line.startswith(("  ", "\t")))


def _title(block: list[str]) -> str | None:
    """What a block is that is a heading alone."""
    lines = [line for line in block if line.strip()]
    if len(lines) != 1:
        return None
    found = _HEADING.fullmatch(lines[0]) or _BOLD.fullmatch(lines[0])
    return " ".join(found["title"].split()) if found else None


def _items(start: int, block: list[str], heading: str) -> Iterator[Part]:
    """A list's bullets one by one; anything else whole."""
    if not _BULLET.match(block[0]):
        yield from _part(start, block, heading)
        return
    held: list[str] = []
    first, fence = start, ""
    for number, line in enumerate(block, start):
        opening = _FENCE.match(line.lstrip())
        if held and not fence and _BULLET.match(line) and not line.startswith(("  ", "\t")):
            yield from _part(first, held, heading)
            held, first = [], number
        if opening:
            fence = "" if fence else opening[1]
        held.append(line)
    yield from _part(first, held, heading)


def _part(line: int, block: list[str], heading: str) -> Iterator[Part]:
    bullet = _BULLET.match(block[0])
    first = _BOX.sub("", block[0][bullet.end() :]) if bullet else block[0]
    text = "\n".join([first, *block[1:]]).strip("\n").rstrip()
    if text.strip():
        yield Part(text, line, heading)
