"""What a page says in a form that programs read: JSON-LD, the head's metadata, tables, pairs of names and
values.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from webtools.limits import MAX_LINKED_DATA, MAX_ROWS, MAX_TABLES
from webtools.reading.document import Document, Element
from webtools.reading.wellformed import all_well_formed

_KNOWN_METAS = ("og:", "article:", "product:", "twitter:", "dc.", "citation_")
_PLAIN_METAS = frozenset({"description", "author", "keywords", "date", "generator", "robots", "publisher"})


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Structures:
    metadata: dict[str, str]
    linked: tuple[Any, ...]
    tables: tuple[Table, ...]
    pairs: dict[str, str]


def structures_of(document: Document) -> Structures:
    tables = tuple(_tables(document.body))
    return Structures(
        metadata=_metadata(document),
        linked=tuple(_linked(document)),
        tables=tables,
        pairs={**_pairs_of(tables), **_definitions(document.body), **_microdata(document.body)},
    )


def _metadata(document: Document) -> dict[str, str]:
    kept = {
        name: content
        for name, content in document.metas.items()
        if name.lower().startswith(_KNOWN_METAS) or name.lower() in _PLAIN_METAS
    }
    own = {"title": document.title, "language": document.lang, "url": document.url}
    return {**{name: value for name, value in own.items() if value}, **kept}


def _linked(document: Document) -> Iterator[Any]:
    """The objects of JSON-LD, those of a graph one by one. What is no JSON says nothing."""
    for text in document.linked[:MAX_LINKED_DATA]:
        try:
            told = all_well_formed(json.loads(text, strict=False))
        except (ValueError, RecursionError):
            continue
        for each in told if isinstance(told, list) else [told]:
            graph = each.get("@graph") if isinstance(each, dict) else None
            yield from graph if isinstance(graph, list) else [each]


def _tables(body: Element) -> Iterator[Table]:
    """Tables of data: those that hold another are there for the layout."""
    found = [each for each in body.iter("table") if next(each.iterdescendants("table"), None) is None]
    for table in found[:MAX_TABLES]:
        rows = [_cells(row) for row in table.iter("tr")]
        rows = [row for row in rows if any(row)]
        if not rows:
            continue
        caption = next((_words(each) for each in table.iter("caption")), "")
        has_head = _is_head(table)
        headers = rows[0] if has_head else ()
        body_rows = rows[1:] if has_head else rows
        yield Table(caption, headers, tuple(body_rows[:MAX_ROWS]), cut=len(body_rows) > MAX_ROWS)


def _cells(row: Element) -> tuple[str, ...]:
    cells: list[str] = []
    for cell in row.iterchildren("td", "th"):
        cells.append(_words(cell))
        wide = cell.get("colspan") or "1"
        cells += [""] * (min(int(wide), 50) - 1 if wide.isascii() and wide.isdigit() else 0)
    return tuple(cells)


def _is_head(table: Element) -> bool:
    row = next(table.iter("tr"))
    return all(cell.tag == "th" for cell in row.iterchildren("td", "th"))


def _pairs_of(tables: tuple[Table, ...]) -> dict[str, str]:
    """Tables of two columns without a head name their values themselves."""
    return {
        row[0].rstrip(":"): row[1]
        for table in tables
        if not table.headers
        for row in table.rows
        if len(row) == 2 and row[0] and row[1]  # noqa: PLR2004 - a pair
    }


def _definitions(body: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for term in body.iter("dt"):
        value = next(term.itersiblings("dd", "dt"), None)
        if value is not None and value.tag == "dd":
            found.setdefault(_words(term).rstrip(":"), _words(value))
    return {name: value for name, value in found.items() if name and value}


def _microdata(body: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in body.xpath(".//*[@itemprop]"):
        value = each.get("content") or each.get("datetime") or _words(each)
        found.setdefault(str(each.get("itemprop")), value)
    return {name: value for name, value in found.items() if name and value}


def _words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())
