"""mem0: what `get_all` answers, whole or as a bare list, from the library or the platform."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from memories.portability.importers.bundle import Bundle
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left, State
from memories.portability.importers.json_items import items
from memories.portability.importers.peek import Look, Peek
from memories.portability.importers.values import mapping, moment, rest, tags, text

SOURCE = "mem0"
_KNOWN_WORDS = """
memory created_at updated_at categories score hash expiration_date user_id
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_SIGNS = frozenset(["hash", "user_id", "agent_id", "run_id", "created_at", "categories", "metadata"])


def _prefix(look: Look) -> str:
    for key in ("", "results", "memories"):
        item = look.item(key)
        if "memory" in item and item & _SIGNS:
            return f"{key}.item" if key else "item"
    return ""


def fits(bundle: Bundle, peek: Peek) -> bool:
    return bundle.only is not None and bool(_prefix(peek.at(bundle.only)))


def read(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    prefix = _prefix(Peek(bundle).at(file))
    with bundle.opened(file) as raw:
        for number, told in enumerate(items(raw, prefix), 1):
            place = f"{file.base}, item {number}"
            if not isinstance(told, Mapping) or not text(told.get("memory")):
                yield Left(place, "This item has no text under `memory`.", UNREADABLE)
                continue
            yield _entry(told, place, bundle.zone)


def _entry(told: Mapping[str, Any], place: str, zone: str) -> Entry:
    made, changed = moment(told.get("created_at"), zone), moment(told.get("updated_at"), zone)
    ends = moment(told.get("expiration_date"), zone)
    over = ends is not None and ends <= datetime.now(UTC)
    fields = rest(told, _KNOWN)
    if over:
        fields["expiration_date"] = str(told["expiration_date"])
    return Entry(
        place=place,
        content=text(told["memory"]),
        kind="user_fact",
        tags=tags(told.get("categories"), mapping(told.get("metadata")).get("tags")),
        source=SOURCE,
        said_at=made,
        created_at=made,
        updated_at=changed or made,
        expires_at=None if over else ends,
        state=State.ARCHIVED if over else State.ACTIVE,
        fields=fields,
    )


FORMAT = Format("mem0", "mem0", fits, read)
