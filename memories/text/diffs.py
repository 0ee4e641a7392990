"""What changed from one text to another, by lines and by words.

Texts too far apart to be compared piece by piece in reasonable time are told as one replaced by the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

from memories.text.characters import HANGUL, LETTERS, MARKS, UNSPACED

Kind = Literal["same", "removed", "added"]
Opcode = tuple[str, int, int, int, int]
_KINDS: tuple[Kind, ...] = ("same", "removed", "added")

CONTEXT_LINES = 3
MAX_PIECES = 20_000  # lines, or words of one changed block, that are compared piece by piece
MAX_PAIRS = 200_000  # equal pieces that could be paired: what difflib's time grows with

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(rf"[{UNSPACED}][{MARKS}]*|[{LETTERS}{HANGUL}_]+|[^\S\n]+|\n|.")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of text that stayed, went or came. Same and removed make the old text, same and added the new."""

    kind: Kind
    text: str


def unified(before: str, after: str, *, before_label: str, after_label: str) -> str:
    """A unified diff of two texts, empty when they are equal."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    matcher: SequenceMatcher[str] = SequenceMatcher(None, "", "")
    matcher.opcodes = _opcodes(old, new)  # type: ignore[attr-defined]
    hunks = [] if old == new else list(matcher.get_grouped_opcodes(CONTEXT_LINES))
    told = [f"--- {before_label}\n", f"+++ {after_label}\n"] if hunks else []
    for hunk in hunks:
        told += _hunk(hunk, old, new)
    return "".join(told)


def stretches(before: str, after: str) -> list[Stretch]:
    """The two texts as one run of stretches, compared by lines first and by words where lines differ."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    found: list[Stretch] = []
    for kind, a, b, c, d in _opcodes(old, new):
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        found += [Stretch("same", gone)] if kind == "equal" else _by_words(gone, come)
    return _joined(found)


def _by_words(gone: str, come: str) -> Iterator[Stretch]:
    old, new = _WORD.findall(gone), _WORD.findall(come)
    codes = _opcodes(old, new)
    for place, (kind, a, b, c, d) in enumerate(codes):
        removed, added = "".join(old[a:b]), "".join(new[c:d])
        between = 0 < place < len(codes) - 1
        if kind == "equal" and not (between and removed.isspace()):
            yield Stretch("same", removed)
            continue
        yield Stretch("removed", removed)
        yield Stretch("added", added)


def _joined(found: Sequence[Stretch]) -> list[Stretch]:
    """Between two stretches that stayed, at most one that went and one that came, in this order."""
    joined: list[Stretch] = []
    for _, run in groupby(found, key=lambda stretch: stretch.kind == "same"):
        parts = list(run)
        for kind in _KINDS:
            text = "".join(part.text for part in parts if part.kind == kind)
            joined += [Stretch(kind, text)] if text else []
    return joined


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """How to make `new` of `old`, as difflib tells it. Equal ends are set aside first."""
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    inner = [
        (kind, i + start, j + start, k + start, m + start) for kind, i, j, k, m in _compared(list(a), list(b))
    ]
    first: list[Opcode] = [("equal", 0, start, 0, start)] if start else []
    last: list[Opcode] = [("equal", len(old) - end, len(old), len(new) - end, len(new))] if end else []
    return first + inner + last


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """How many pieces both begin with."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))


def _compared(old: list[str], new: list[str]) -> list[Opcode]:
    if not old and not new:
        return []
    kind = "insert" if not old else "delete" if not new else "replace"
    replaced: Opcode = (kind, 0, len(old), 0, len(new))
    if kind != "replace" or max(len(old), len(new)) > MAX_PIECES:
        return [replaced]
    matcher = SequenceMatcher(None, old, new)
    places: dict[str, list[int]] = matcher.b2j  # type: ignore[attr-defined]
    pairs = sum(len(places.get(piece, ())) for piece in old)
    return [replaced] if pairs > MAX_PAIRS else [*matcher.get_opcodes()]


def _hunk(hunk: Sequence[Opcode], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    (_, a, _, c, _), (_, _, b, _, d) = hunk[0], hunk[-1]
    yield f"@@ -{_range(a, b)} +{_range(c, d)} @@\n"
    for kind, i, j, k, m in hunk:
        if kind == "equal":
            yield from _marked(" ", old[i:j])
            continue
        yield from _marked("-", old[i:j])
        yield from _marked("+", new[k:m])


def _range(start: int, stop: int) -> str:
    """Lines counted from 1; an empty range names the line before it."""
    length = stop - start
    return str(start + 1) if length == 1 else f"{start + bool(length)},{length}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
