"""Links between memories: [[name]] and [[name|label]], wherever they are not code."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from memories.text.errors import TextError
from memories.text.markdown import code_ranges
from memories.text.names import MAX_NAME, valid_name

MAX_LINKS = 500
"""Memories that one text is taken to link to, the first of them."""

LINK = re.compile(rf"\[\[([^\[\]|\n]{{1,{MAX_NAME}}})(?:\|([^\[\]\n]*))?\]\]")


@dataclass(frozen=True, slots=True)
class Link:
    """The memory a link names, and what it shows: the name itself unless the writer gave a label."""

    name: str
    label: str


def wikilinks(text: str) -> list[Link]:
    """Return the links of text in the order they stand, repeated ones too; links inside code are none."""
    code = code_ranges(text) if "[[" in text else []
    starts = [start for start, _ in code]
    links = []
    for found in LINK.finditer(text):
        before = bisect_right(starts, found.start()) - 1
        name = found[1].rstrip("\\").strip()  # a table cell writes \| for |
        if name and (before < 0 or code[before][1] <= found.start()):
            links.append(Link(name, (found[2] or "").strip() or name))
    return links


def linked_names(text: str) -> list[str]:
    """Return the names that text links to, as memories are called, each once, MAX_LINKS at most; what no
    memory can be called is left out.
    """
    names: dict[str, None] = {}
    for link in wikilinks(text):
        try:
            names.setdefault(valid_name(link.name))
        except TextError:
            continue
        if len(names) == MAX_LINKS:
            break
    return list(names)
