"""OpenMemory's backup: memories.json or memories.jsonl.gz, alone or in its zip, in whatever folder. What was
paused or archived there is archived here; what was deleted stays away. Ids of people choose nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left, State
from memories.portability.importers.json_items import items, json_lines
from memories.portability.importers.peek import Look, Peek
from memories.portability.importers.reading import Inflated
from memories.portability.importers.values import mapping, moment, rest, sequence, tags, text

SOURCE = "openmemory"
_SIGNS = {"apps", "memory_categories", "status_history"}
_KNOWN_WORDS = """
content created_at updated_at archived_at deleted_at state category_ids categories
user_id
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_STATES = {"active": State.ACTIVE, "paused": State.ARCHIVED, "archived": State.ARCHIVED}


def _is_backup(look: Look) -> bool:
    return look.kind == "object" and (
        bool(look.keys & _SIGNS) or {"content", "state", "app_id"} <= look.item("memories")
    )


def _is_lines(look: Look) -> bool:
    return (
        look.kind == "object"
        and {"content", "state"} <= look.keys
        and bool(look.keys & {"app", "categories"})
    )


def _files(bundle: Bundle, peek: Peek) -> tuple[Member | None, Member | None]:
    """The backup with everything, and the lines."""
    single = [bundle.only] if bundle.only else []
    whole = next((m for m in single or bundle.named("memories.json") if _is_backup(peek.at(m))), None)
    rows = single or bundle.named("memories.jsonl", "memories.jsonl.gz")
    lines = next((m for m in rows if m.name.endswith(".gz") or _is_lines(peek.at(m))), None)
    return whole, None if whole else lines


def fits(bundle: Bundle, peek: Peek) -> bool:
    return any(_files(bundle, peek))


def read(bundle: Bundle) -> Iterator[Found]:
    whole, lines = _files(bundle, Peek(bundle))
    file = whole or lines
    assert file is not None, "who reads has asked whether it fits"  # noqa: S101
    bundle.wanted = frozenset([file.name])
    names = _names(bundle, file) if whole else {}
    for place, told, wrong in _rows(bundle, file, whole=bool(whole)):
        if not isinstance(told, Mapping) or not text(told.get("content")):
            yield Left(place, wrong or "This item has no text under `content`.", UNREADABLE)
        elif text(told.get("state")) == "deleted" or told.get("deleted_at"):
            yield Left(place, "It was deleted there.")
        else:
            yield _entry(told, place, bundle.zone, names)


def _rows(bundle: Bundle, file: Member, *, whole: bool) -> Iterator[tuple[str, Any, str]]:
    with bundle.opened(file) as raw:
        if whole:
            for number, told in enumerate(items(raw, "memories.item"), 1):
                yield f"{file.base}, memory {number}", told, ""
            return
        packed = file.name.endswith(".gz") and not bundle.unpacked
        for number, told, wrong in json_lines(Inflated(raw) if packed else raw):
            yield f"{file.base}, line {number}", told, wrong


def _names(bundle: Bundle, file: Member) -> dict[str, list[str]]:
    """The names of each memory's categories, by the memory's id: ids mean nothing outside."""
    called: dict[str, str] = {}
    with bundle.opened(file) as raw:
        for each in items(raw, "categories.item"):
            called[text(mapping(each).get("id"))] = text(mapping(each).get("name"))
    found: dict[str, list[str]] = {}
    with bundle.opened(file) as raw:
        for each in items(raw, "memory_categories.item"):
            pair = mapping(each)
            name = called.get(text(pair.get("category_id")))
            if name:
                found.setdefault(text(pair.get("memory_id")), []).append(name)
    found |= {f"category:{key}": [name] for key, name in called.items()}
    return found


def _entry(told: Mapping[str, Any], place: str, zone: str, names: Mapping[str, list[str]]) -> Entry:
    made = moment(told.get("created_at"), zone)
    by_id = [name for key in sequence(told.get("category_ids")) for name in names.get(f"category:{key}", [])]
    state = text(told.get("state")) or "active"
    fields = rest(told, _KNOWN)
    if state != "active":
        fields["state"] = state
    return Entry(
        place=place,
        content=text(told["content"]),
        kind="user_fact",
        tags=tags([*by_id, *names.get(text(told.get("id")), [])], told.get("categories")),
        source=SOURCE,
        said_at=made,
        created_at=made,
        updated_at=moment(told.get("updated_at"), zone) or made,
        archived_at=moment(told.get("archived_at"), zone),
        state=_STATES.get(state, State.ARCHIVED),
        fields=fields,
    )


FORMAT = Format("openmemory", "OpenMemory backup", fits, read)
