"""Taking many parts out of a tree in one pass, however many texts stand between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lxml import etree

_TAKEN = "taken-out"


def drop_all(root: Any, elements: Iterable[Any]) -> None:
    """Take these elements out of the tree; the texts behind them stay. lxml's own `drop_tree` copies all the
    text before it each time, which takes minutes for a page of 200,000 such elements.
    """
    for element in elements:
        if element is not root:
            element.clear(keep_tail=True)
            element.tag = _TAKEN
    etree.strip_tags(root, _TAKEN)
