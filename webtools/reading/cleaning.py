"""Taking out of a page what nobody sees, and what lies over it."""

from __future__ import annotations

import copy
import re

from lxml import etree

from webtools.reading.document import Element
from webtools.reading.dropping import drop_all
from webtools.reading.marks import HIDDEN

_OVERLAYS = re.compile(
    r"(?<![a-z])(cookie|consent|gdpr|cmp|onetrust|didomi|usercentrics|privacy-?(banner|notice|popup|overlay))",
    re.IGNORECASE,
)


def without_hidden(root: Element) -> tuple[Element, int]:
    """A copy without what nobody sees, and how many characters that was."""
    kept, left_out = copy.deepcopy(root), 0
    hidden = kept.xpath(f"//*[@{HIDDEN}]")
    for element in hidden:
        if element is not kept:
            left_out += len("".join(element.itertext()).strip())
    drop_all(kept, hidden)
    return kept, left_out


def without_marks(root: Element) -> Element:
    """A copy in which what nobody sees looks like the rest."""
    kept = copy.deepcopy(root)
    for element in kept.xpath(f"//*[@{HIDDEN}]"):
        del element.attrib[HIDDEN]
    return kept


def without_overlays(root: Element) -> Element:
    """A copy without dialogs and cookie notices, unless nothing would be left."""
    kept = copy.deepcopy(root)
    drop_all(kept, [element for element in kept.iter(etree.Element) if _is_overlay(element)])
    return kept if len(" ".join(kept.itertext()).split()) > 0 else root


def _is_overlay(element: Element) -> bool:
    if element.get("role") in {"dialog", "alertdialog"} or element.get("aria-modal") == "true":
        return True
    if element.tag in {"html", "body", "main", "article"}:
        return False
    names = f"{element.get('id') or ''} {element.get('class') or ''}"
    return bool(_OVERLAYS.search(names))
