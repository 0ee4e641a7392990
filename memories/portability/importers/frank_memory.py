"""frank-memory's backup: every memory with its status, and what was replaced by what. Read with patience for
how its keys are spelt. Its guide, settings and log stay where they are, and so do its exclusions: they are
hashes of another kind, which say nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left, State
from memories.portability.importers.json_items import items
from memories.portability.importers.peek import Peek
from memories.portability.importers.values import kind, moment, rest, tags, text
from memories.text.names import name_from

SOURCE = "frank-memory"
_BESIDE_WORDS = """
exclusions guide guides guide_versions settings audit audit_log batches import_batches
"""
_BESIDE = frozenset(_BESIDE_WORDS.split())
_KNOWN_WORDS = """
content text type kind source source_date created_at createdAt updated_at updatedAt
status state embedding embedded_hash content_hash tags superseded_by supersededBy
replaced_by
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_STATES = {
    "active": State.ACTIVE,
    "proposed": State.PROPOSED,
    "rejected": State.REJECTED,
    "superseded": State.ARCHIVED,
}
MAX_CHAIN = 12
"""How often one memory may have been replaced in turn; each step is one more reading of the file."""


def fits(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is None:
        return False
    look = peek.at(bundle.only)
    item = look.item("memories")
    return bool(item & {"content", "text"}) and (bool(look.keys & _BESIDE) or "status" in item)


def read(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    by = {_key(told): _by(told) for _, told in _memories(bundle) if _by(told)}  # what each was replaced by
    linked = set(by) | set(by.values())
    told_of = (told for _, told in _memories(bundle) if _key(told) in linked and _content(told))
    names = {_key(told): f"{name_from(_content(told))[:60]}-{_key(told)[:8]}" for told in told_of}
    steps = {key: _steps(key, by, names) for key in linked}
    for step in range(max(steps.values(), default=0) + 1):
        for place, told in _memories(bundle):
            if steps.get(_key(told), 0) == step:
                yield from _found(told, place, bundle.zone, names, by)
    for key in sorted(Peek(bundle).at(file).keys & _BESIDE):
        yield Left(f"{file.base}, {key}", "It is no memory and is not imported.")


def _memories(bundle: Bundle) -> Iterator[tuple[str, Mapping[str, Any]]]:
    file = bundle.members[0]
    with bundle.opened(file) as raw:
        for number, told in enumerate(items(raw, "memories.item"), 1):
            yield f"{file.base}, memory {number}", told if isinstance(told, Mapping) else {}


def _content(told: Mapping[str, Any]) -> str:
    return text(told.get("content")) or text(told.get("text"))


def _key(told: Mapping[str, Any]) -> str:
    return str(told.get("id") or "")


def _by(told: Mapping[str, Any]) -> str:
    return str(told.get("superseded_by") or told.get("supersededBy") or told.get("replaced_by") or "")


def _steps(key: str, by: Mapping[str, str], names: Mapping[str, str]) -> int:
    """How many memories this one replaced, each by the next: the longest way back."""
    replaced = [old for old, new in by.items() if new == key and old in names]
    ways, depth = replaced, 0
    while ways and depth < MAX_CHAIN:
        depth += 1
        ways = [old for old, new in by.items() if new in ways]
    return depth


def _found(
    told: Mapping[str, Any], place: str, zone: str, names: Mapping[str, str], by: Mapping[str, str]
) -> Iterator[Found]:
    content, key = _content(told), _key(told)
    if not content:
        yield Left(place, "This memory has no text.", UNREADABLE)
        return
    status = text(told.get("status")) or text(told.get("state")) or "active"
    replaced_here = by.get(key) in names
    made = moment(told.get("created_at") or told.get("createdAt"), zone)
    fields = rest(told, _KNOWN)
    yield Entry(
        place=place,
        name=names.get(key),
        line=key,
        content=content,
        kind=kind(told.get("type") or told.get("kind"), "reference"),
        tags=tags(told.get("tags")),
        source=text(told.get("source")) or SOURCE,
        said_at=moment(told.get("source_date"), zone) or made,
        created_at=made,
        updated_at=moment(told.get("updated_at") or told.get("updatedAt"), zone) or made,
        state=State.ACTIVE if replaced_here else _STATES.get(status, State.ARCHIVED),
        supersedes=tuple(names[old] for old, new in by.items() if new == key and old in names),
        fields=fields if status == "active" else {**fields, "status": status},
    )


FORMAT = Format("frank-memory", "frank-memory backup", fits, read)
