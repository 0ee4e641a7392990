"""Pieces of a text, each small enough for the embedding model to read whole.

Sizes are costs, four to a token: MiniLM reads 256 tokens. The target is about 800 characters of English,
500 of Portuguese, 250 of JSON and 200 of Chinese.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from memories.text.characters import IGNORABLE, JOINER, MARKS, REGIONAL, SKIN_TONES
from memories.text.markdown import Block, Path, blocks
from memories.text.sentences import block_spans

TARGET_COST = 800
"""Neighbouring blocks are joined up to here."""

LIMIT_COST = 1_000
"""What costs no more is never cut."""

MAX_SECTION = 200
"""Characters of a section label; outer headings are left out first."""

_SMALL = 4
"""A piece smaller than this part of the target takes in what follows, whatever heading that stands under."""

_LONGEST_CLUSTER = 64
"""Characters that a cut may move back to keep an emoji or an accented letter whole."""

_BREAKS = ("\n", " \t\u3000\u00a0", "、，,;；。.")
"""Where a text without sentences is cut, best first."""

_ATTACHED = re.compile(f"[{MARKS}{SKIN_TONES}{IGNORABLE}\u1160-\u11ff]")
_REGIONAL = re.compile(f"[{REGIONAL}]")
_REGIONAL_TAIL = re.compile(f"[{REGIONAL}]+\\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` is text[start:end] of the source; `section` the headings above it, "A > B", or ""."""

    text: str
    section: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    path: Path
    is_heading: bool


def split(text: str, *, target: int = TARGET_COST, limit: int = LIMIT_COST) -> list[Piece]:
    """Return the pieces of text in order, none overlapping; every character but whitespace is in one of them.

    A text that costs no more than limit is one piece; a blank one has none. Linear in the text's length.
    """
    costs = _Costs(text)
    spans = [span for block in blocks(text) for span in _cut(text, block, costs, target=target, limit=limit)]
    if spans and costs.of(spans[0].start, spans[-1].end) <= limit:
        return _pieces(text, [spans])
    return _pieces(text, _groups(spans, costs, target=target, limit=limit))


class _Costs:
    """What any stretch of a text costs, in constant time."""

    def __init__(self, text: str) -> None:
        self._up_to = array("L", accumulate(map(_cost, text), initial=0))

    def of(self, start: int, end: int) -> int:
        return self._up_to[end] - self._up_to[start]

    def reach(self, start: int, budget: int) -> int:
        """Return the end of the longest stretch from start within budget, one character at the least."""
        return max(start + 1, bisect_right(self._up_to, self._up_to[start] + budget, lo=start) - 1)


@lru_cache(maxsize=8_192)
def _cost(char: str) -> int:
    """Return four times the tokens a character takes, as measured on MiniLM's vocabulary."""
    if char.isascii():
        return 1 if char.isalpha() or char.isspace() else 4
    if "\u00c0" <= char <= "\u024f" or "\u1e00" <= char <= "\u1eff":
        return 8  # an accent marks a word that English pieces do not cover
    return 6 if "\uac00" <= char <= "\ud7a3" else 4


def _cut(text: str, block: Block, costs: _Costs, *, target: int, limit: int) -> Iterator[_Span]:
    """Yield the block whole, or its sentences or code lines, or what is left of those that are too long."""
    stretches: Iterable[tuple[int, int]] = [(block.start, block.end)]
    if costs.of(block.start, block.end) > limit:
        divided = _code_lines(text, block) if block.kind == "fence" else block_spans(text, block)
        stretches = (
            part for start, end in divided for part in _cut_anywhere(text, start, end, costs, target=target)
        )
    for start, end in stretches:
        yield _Span(start, end, block.path, block.kind == "heading")


def _code_lines(text: str, block: Block) -> Iterator[tuple[int, int]]:
    start = block.start
    while start < block.end:
        found = text.find("\n", start, block.end)
        end = block.end if found < 0 else found + 1
        yield start, end
        start = end


def _cut_anywhere(
    text: str, start: int, end: int, costs: _Costs, *, target: int
) -> Iterator[tuple[int, int]]:
    """Yield adjoining stretches that cost at most target, parted at a break in their second half if any."""
    while costs.of(start, end) > target:
        stop = costs.reach(start, target)
        middle = (start + stop + 1) // 2
        found = (max(text.rfind(char, middle, stop) for char in chars) + 1 for chars in _BREAKS)
        at = next(filter(None, found), 0) or _cluster_end(text, start, stop)
        yield start, at
        start = at
    yield start, end


def _cluster_end(text: str, start: int, stop: int) -> int:
    """Return the last place up to stop that parts no emoji and no letter from its marks, if one is near."""
    for at in range(stop, max(start, stop - _LONGEST_CLUSTER), -1):
        if not (_ATTACHED.match(text, at) or text[at - 1] == JOINER or _halves_flag(text, at)):
            return at
    return stop


def _halves_flag(text: str, at: int) -> bool:
    if not _REGIONAL.match(text, at):
        return False
    before = _REGIONAL_TAIL.search(text, max(0, at - _LONGEST_CLUSTER), at)
    return before is not None and len(before[0]) % 2 == 1


def _groups(spans: list[_Span], costs: _Costs, *, target: int, limit: int) -> Iterator[list[_Span]]:
    """Yield the spans that make a piece together; a heading goes with what follows it where that fits."""
    group: list[_Span] = []
    for span in spans:
        if group and not _belongs(group, span, costs, target=target):
            kept, carried = _without_last_headings(group)
            if not carried or costs.of(carried[0].start, span.end) > limit:
                kept, carried = group, []
            yield kept
            group = carried
        group.append(span)
    if group:
        yield group


def _belongs(group: list[_Span], span: _Span, costs: _Costs, *, target: int) -> bool:
    """Tell whether a span fits and stands in the same section, or the group is too small to stand alone."""
    first, last = group[0], group[-1]
    if costs.of(first.start, span.end) > target:
        return False
    same = span.path[: len(last.path)] == last.path if last.is_heading else span.path == last.path
    return same or costs.of(first.start, last.end) * _SMALL < target


def _without_last_headings(group: list[_Span]) -> tuple[list[_Span], list[_Span]]:
    """Return the group up to its last text, and the headings behind it; a group of headings stays whole."""
    texts = [index for index, span in enumerate(group) if not span.is_heading]
    cut = texts[-1] + 1 if texts else len(group)
    return group[:cut], group[cut:]


def _pieces(text: str, groups: Iterable[list[_Span]]) -> list[Piece]:
    pieces = []
    for group in groups:
        whole = text[group[0].start : group[-1].end]
        content = whole.strip()
        start = group[0].start + len(whole) - len(whole.lstrip())
        if content:
            pieces.append(Piece(content, _section(group), start, start + len(content)))
    return pieces


def _section(group: list[_Span]) -> str:
    """Return the headings that all of a group's text stands under."""
    paths = [span.path for span in group if not span.is_heading] or [group[-1].path]
    common = 0
    while all(len(path) > common and path[: common + 1] == paths[0][: common + 1] for path in paths):
        common += 1
    titles = [title for _, title in paths[0][:common] if title]
    while titles and len(" > ".join(titles)) > MAX_SECTION:
        del titles[0]
    return " > ".join(titles)
