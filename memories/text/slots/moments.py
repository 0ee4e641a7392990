"""Dates, times, how often, and bare years: what stands before what is said of it as well as behind."""

from __future__ import annotations

import re

from memories.text.slots.items import Item

MOMENTS = frozenset({"date", "time", "every"})
_YEAR = re.compile("(?:19|20)[0-9]{2}")


def is_year(item: Item) -> bool:
    """Tell a number that is a year, as far as its looks go."""
    return item.kind == "number" and _YEAR.fullmatch(item.value) is not None


def is_moment(item: Item) -> bool:
    return item.kind in MOMENTS or is_year(item)
