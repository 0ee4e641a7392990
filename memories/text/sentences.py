"""Sentences of a plain or Markdown text in any script, in linear time."""

import re
from collections.abc import Iterator

from memories.text.markdown import Block, blocks

_STOP = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_]*+(?=\s|\Z)"  # a stop counts when a space follows,
    r"|[。！？｡．]++[」』）”’]*+"  # a full-width one always
    r"|[।॥؟۔](?=\s|\Z)"
)
_SPACE = re.compile(r"\s+")
_LAST_WORD = re.compile(r"(?:[^\W\d_]+\.)*[^\W\d_]+\Z")
_LOOK_BACK = 12
"""Characters in which an abbreviation is looked for."""

_ABBREVIATED = """
approx apr aug bzw ca cf dec dept dr eq etc feb fig inc jan jr jul jun ltd mme mr mrs ms nov nr oct pp prof
sept sr sra st usw vgl vol vs a.m d.h e.g i.e p.m p.s u.a u.k u.s z.b
"""
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())


def sentences(text: str) -> list[str]:
    """Return the sentences of text; headings, list items and code blocks stay apart from their neighbours."""
    spans = (span for block in blocks(text) for span in block_spans(text, block))
    return [sentence for start, end in spans if (sentence := text[start:end].strip())]


def block_spans(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the adjoining (start, end) of a block's sentences, the space behind included; code is one."""
    begin = block.start
    for stop in _STOP.finditer(text, block.start, block.end) if block.kind != "fence" else ():
        if _ends_sentence(text, stop, begin=begin, end=block.end):
            after = _after_space(text, stop.end(), block.end)
            yield begin, after
            begin = after
    if begin < block.end:
        yield begin, block.end


def _ends_sentence(text: str, stop: re.Match[str], *, begin: int, end: int) -> bool:
    """Tell a full stop from the dot of an abbreviation, an initial, a list number or a pause."""
    mark = stop[0]
    if mark[0] not in ".!?…":
        return True
    if mark[-1] not in ".!?" or mark.startswith(".."):
        return not _goes_on(text, stop.end(), end)
    return mark[0] != "." or not _is_abbreviated(text, begin, stop.start())


def _goes_on(text: str, position: int, end: int) -> bool:
    return text[(at := _after_space(text, position, end)) : at + 1].islower()


def _is_abbreviated(text: str, begin: int, dot: int) -> bool:
    word = _LAST_WORD.search(text, max(begin, dot - _LOOK_BACK), dot)
    if word is None:
        return dot - begin <= _LOOK_BACK and text[begin:dot].strip().isdigit()
    return (len(word[0]) == 1 and word[0].isupper()) or word[0].lower() in _ABBREVIATIONS


def _after_space(text: str, position: int, end: int) -> int:
    found = _SPACE.match(text, position, end)
    return found.end() if found else position
