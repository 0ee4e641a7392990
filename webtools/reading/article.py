"""Where on a page its article is: trafilatura says which texts belong to it, the page what is around them.

Its own output would lose tables and code; so the smallest part of the page with those texts is kept whole.
"""

from __future__ import annotations

import copy
import re

from lxml import etree

from webtools import engines
from webtools.limits import MAX_ARTICLE_CHARACTERS, MAX_ARTICLE_ELEMENTS, SAMPLED_LINES
from webtools.reading.cleaning import without_overlays
from webtools.reading.document import Element
from webtools.reading.dropping import drop_all

_BLANKS = re.compile(r"\s+")
_MOST = 0.9
_ENOUGH = 40
_AROUND = ("nav", "aside", "footer", "form", "button")
_AROUND_ROLES = {"navigation", "banner", "contentinfo", "search", "complementary", "menu"}


def article_of(root: Element) -> Element:
    """The part of the page that is its article; the whole of it where there is none to be told."""
    page = without_overlays(root)
    found = _by_texts(page, _texts(page))
    if found is None:
        found = _by_name(page)
    return _without_surroundings(found if found is not None else page)


def _texts(page: Element) -> list[str]:
    """The lines of the article as trafilatura reads them, without any blanks; none of a page too long
    for trafilatura, whose time grows with the square of what is to be taken out.
    """
    html = etree.tostring(page, encoding="unicode", method="html")
    if len(html) > MAX_ARTICLE_CHARACTERS or sum(1 for _ in page.iter()) > MAX_ARTICLE_ELEMENTS:
        return []
    told = engines.trafilatura().extract(
        html, include_comments=False, include_tables=True, favor_recall=False, deduplicate=False
    )
    lines = (_BLANKS.sub("", line.strip(" |-")) for line in (told or "").splitlines())
    return [line for line in lines if len(line) > 1]


def _by_texts(page: Element, lines: list[str]) -> Element | None:
    """The deepest element that holds nearly all of these lines."""
    if sum(map(len, lines)) < _ENOUGH:
        return None
    lines = lines[:: 1 + len(lines) // SAMPLED_LINES]
    weights, found = _weights(page), page
    while True:
        inner = max(found.iterchildren(etree.Element), key=weights.__getitem__, default=None)
        if inner is None or (weights[inner] < weights[found] and _share(inner, lines) < _MOST):
            return None if found is page else found
        found = inner


def _weights(page: Element) -> dict[Element, int]:
    """How many characters each element holds, counted once for all of them."""
    weights: dict[Element, int] = {}
    for element in reversed(list(page.iter(etree.Element))):
        own = _weight(element.text)
        weights[element] = own + sum(
            weights[child] + _weight(child.tail) for child in element.iterchildren(etree.Element)
        )
    return weights


def _weight(text: str | None) -> int:
    return len(_BLANKS.sub("", text)) if text else 0


def _share(element: Element, lines: list[str]) -> float:
    """How much of the lines stands in the element; they are looked for in their order, else anywhere."""
    text = _BLANKS.sub("", "".join(element.itertext()))
    found = reached = 0
    for line in lines:
        place = text.find(line, reached)
        if place < 0:
            place = text.find(line)
        if place >= 0:
            found, reached = found + len(line), place + len(line)
    return found / sum(map(len, lines))


def _by_name(page: Element) -> Element | None:
    for wanted in ("//main | //*[@role='main']", "//article"):
        parts = page.xpath(wanted)
        if len(parts) == 1 and len("".join(parts[0].itertext()).strip()) >= _ENOUGH:
            return parts[0]
    return None


def _without_surroundings(part: Element) -> Element:
    kept = copy.deepcopy(part)
    kept.tail = None
    drop_all(kept, [element for element in kept.iter(etree.Element) if _is_around(element)])
    return kept


def _is_around(element: Element) -> bool:
    return element.tag in _AROUND or element.get("role") in _AROUND_ROLES
