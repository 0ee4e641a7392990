"""As much of Markdown as passages, links and names need: lines, blocks with their headings, and what is code.

Headings are those of `#` signs. Every function takes linear time (code_ranges: n log n) and any text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Kind = Literal["blank", "heading", "fence", "item", "text"]

Path = tuple[tuple[int, str], ...]
"""The headings a block stands under, outermost first: (level, title)."""

MAX_TITLE = 80
"""Characters kept of a heading's title."""

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)", re.DOTALL)
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?", re.DOTALL)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_BACKTICKS = re.compile("`+")
_CODELESS: frozenset[Kind] = frozenset({"heading", "item", "text"})


class Line(NamedTuple):
    """One line, text[start:end] without its line end; `opens` tells that no block goes on into it."""

    start: int
    end: int
    kind: Kind
    opens: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a list item or a fenced code block: text[start:end]."""

    start: int
    end: int
    kind: Kind
    path: Path


def lines(text: str) -> Iterator[Line]:
    """Yield the lines of text; a fence that is never closed reaches to the end."""
    fence = ""
    start = 0
    for content in text.split("\n"):
        kind: Kind = "fence"
        opens = False
        if fence:
            fence = "" if _closes(content, fence) else fence
        elif fence := _opened_fence(content):
            opens = True
        else:
            kind = _kind(content)
            opens = kind in ("heading", "item")
        yield Line(start, start + len(content), kind, opens)
        start += len(content) + 1


def blocks(text: str) -> list[Block]:
    """Return the blocks of text in order; only blank lines lie between them."""
    found: list[Block] = []
    path: Path = ()
    going_on = False
    for line in lines(text):
        if line.kind == "heading" and (heading := _HEADING.fullmatch(text[line.start : line.end])):
            path = _under(path, heading)
        if going_on and not line.opens and _continues(found[-1].kind, line.kind):
            found[-1] = replace(found[-1], end=line.end)
        elif line.kind != "blank":
            found.append(Block(line.start, line.end, line.kind, path))
        going_on = line.kind != "blank"
    return found


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of every fenced block and every code span between backticks, in order."""
    ranges: list[tuple[int, int]] = []
    for block in blocks(text):
        if block.kind == "fence":
            ranges.append((block.start, block.end))
        elif block.kind in _CODELESS:
            ranges.extend(_code_spans(text, block))
    return ranges


def _kind(content: str) -> Kind:
    if not content or content.isspace():
        return "blank"
    if _HEADING.fullmatch(content):
        return "heading"
    return "item" if _ITEM.match(content) else "text"


def _continues(block: Kind, line: Kind) -> bool:
    return block == line == "fence" or (line == "text" and block in ("text", "item"))


def _opened_fence(content: str) -> str:
    """Return the run of backticks or tildes that opens a fence here, or nothing."""
    found = _FENCE.match(content)
    if not found or (found[1][0] == "`" and "`" in found[2]):
        return ""
    return found[1]


def _closes(content: str, fence: str) -> bool:
    mark = content.strip()
    return len(mark) >= len(fence) and mark == fence[0] * len(mark)


def _under(path: Path, heading: re.Match[str]) -> Path:
    """Return the path below a heading."""
    level, title = len(heading[1]), (heading[2] or "").strip()
    bare = title.rstrip("#")
    if not bare or bare[-1].isspace():  # closing signs; those of `# C#` are not
        title = bare.rstrip()
    return (*(above for above in path if above[0] < level), (level, title[:MAX_TITLE]))


def _code_spans(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the code spans of a block: from a run of backticks to the next run of the same length."""
    runs = [run.span() for run in _BACKTICKS.finditer(text, block.start, block.end)]
    by_length: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(index)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        alike = by_length[end - start]
        after = bisect_right(alike, index)
        if after < len(alike):
            index = alike[after]
            yield start, runs[index][1]
        index += 1
