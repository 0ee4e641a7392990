"""mcp-memory-service's export: times are Unix seconds, tags a list or a text with commas; its hashes and
vectors are made anew here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.json_items import items
from memories.portability.importers.peek import Peek
from memories.portability.importers.values import kind, moment, rest, tags, text

SOURCE = "mcp-memory-service"
_KNOWN_WORDS = """
content content_hash embedding tags created_at updated_at created_at_iso updated_at_iso
memory_type
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())


def fits(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is None:
        return False
    look = peek.at(bundle.only)
    return "export_metadata" in look.keys or {"content", "content_hash", "memory_type"} <= look.item(
        "memories"
    )


def read(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    with bundle.opened(file) as raw:
        for number, told in enumerate(items(raw, "memories.item"), 1):
            place = f"{file.base}, memory {number}"
            if isinstance(told, Mapping) and text(told.get("content")):
                yield _entry(told, place, bundle.zone)
            else:
                yield Left(place, "This item has no text under `content`.", UNREADABLE)


def _entry(told: Mapping[str, Any], place: str, zone: str) -> Entry:
    made = moment(told.get("created_at"), zone) or moment(told.get("created_at_iso"), zone)
    changed = moment(told.get("updated_at"), zone) or moment(told.get("updated_at_iso"), zone)
    return Entry(
        place=place,
        content=text(told["content"]),
        kind=kind(told.get("memory_type"), "reference"),
        tags=tags(told.get("tags")),
        source=SOURCE,
        said_at=made,
        created_at=made,
        updated_at=changed or made,
        fields=rest(told, _KNOWN),
    )


FORMAT = Format("mcp-memory-service", "mcp-memory-service export", fits, read)
