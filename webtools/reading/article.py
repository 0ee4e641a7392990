"""Where on a page its article is: trafilatura says which texts belong to it, the page what is around them.

Its own output would lose tables and code; so the smallest part of the page with those texts is kept whole.
"""

from __future__ import annotations

import copy
import re

from lxml import etree

from webtools import engines
from webtools.reading.cleaning import without_overlays
from webtools.reading.document import Element

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
    """The lines of the article as trafilatura reads them, without any blanks."""
    html = etree.tostring(page, encoding="unicode", method="html")
    told = engines.trafilatura().extract(
        html, include_comments=False, include_tables=True, favor_recall=False, deduplicate=False
    )
    lines = (_BLANKS.sub("", line.strip(" |-")) for line in (told or "").splitlines())
    return [line for line in lines if len(line) > 1]


def _by_texts(page: Element, lines: list[str]) -> Element | None:
    """The deepest element that holds nearly all of these lines."""
    whole = sum(map(len, lines))
    if whole < _ENOUGH:
        return None
    found = page
    while True:
        inner = next((child for child in found if _share(child, lines, whole) >= _MOST), None)
        if inner is None:
            return None if found is page else found
        found = inner


def _share(element: Element, lines: list[str], whole: int) -> float:
    if not isinstance(element.tag, str):
        return 0.0
    text = _BLANKS.sub("", "".join(element.itertext()))
    return sum(len(line) for line in lines if line in text) / whole


def _by_name(page: Element) -> Element | None:
    for wanted in ("//main | //*[@role='main']", "//article"):
        parts = page.xpath(wanted)
        if len(parts) == 1 and len("".join(parts[0].itertext()).strip()) >= _ENOUGH:
            return parts[0]
    return None


def _without_surroundings(part: Element) -> Element:
    kept = copy.deepcopy(part)
    kept.tail = None
    for element in list(kept.iter()):
        around = isinstance(element.tag, str) and (
            element.tag in _AROUND or element.get("role") in _AROUND_ROLES
        )
        if around and element is not kept and element.getparent() is not None:
            element.drop_tree()
    return kept
