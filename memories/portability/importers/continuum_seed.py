"""The exports of the earlier Continuum: of one workspace, of an account, and a bare list of memories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle
from memories.portability.importers.claude import workspace_called
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left, State
from memories.portability.importers.json_items import items, keys
from memories.portability.importers.peek import Look, Peek
from memories.portability.importers.values import description, kind, moment, rest, text

SOURCE = "continuum"
EXPORT, ACCOUNT = "continuum-memory-export", "continuum-account-export"
_KNOWN_WORDS = """
name type recall description content created_at updated_at archived_at workspace
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_TIERS = {"always", "relevance", "manual"}


def _what(look: Look) -> str:
    if look.texts.get("format") in (EXPORT, ACCOUNT):
        return look.texts["format"]
    if {"name", "content"} <= look.item("workspaces"):
        return ACCOUNT
    if {"name", "recall", "content"} <= look.item("memories"):
        return EXPORT
    item = look.item()
    return "list" if {"name", "content"} <= item and not item & {"source", "source_date"} else ""


def fits(bundle: Bundle, peek: Peek) -> bool:
    return bundle.only is not None and bool(_what(peek.at(bundle.only)))


def read(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    look = Peek(bundle).at(file)
    what = _what(look)
    if what != ACCOUNT:
        where = look.texts.get("workspace", "")
        yield from _listed(bundle, "memories.item" if what == EXPORT else "item", "", where)
        return
    with bundle.opened(file) as raw:
        workspaces = list(keys(raw, "workspaces"))
    for workspace in workspaces:
        yield from _listed(bundle, f"workspaces.{workspace}.memories.item", f"{workspace}, ", workspace)
        yield Left(f"{file.base}, {workspace}, graph", "Facts are drawn from the texts anew.")


def _listed(bundle: Bundle, prefix: str, within: str, workspace: str) -> Iterator[Found]:
    file = bundle.members[0]
    with bundle.opened(file) as raw:
        for number, told in enumerate(items(raw, prefix), 1):
            place = f"{file.base}, {within}memory {number}"
            if isinstance(told, Mapping) and text(told.get("content")) and text(told.get("name")):
                yield _entry(told, place, workspace, bundle.zone)
            else:
                yield Left(place, "This memory has no name or no content.", UNREADABLE)


def _entry(told: Mapping[str, Any], place: str, workspace: str, zone: str) -> Entry:
    made, changed = moment(told.get("created_at"), zone), moment(told.get("updated_at"), zone)
    content, tier = text(told["content"]), text(told.get("recall"))
    archived = told.get("archived_at")
    fields = rest(told, _KNOWN)
    return Entry(
        place=place,
        name=text(told["name"]).replace("/", "-"),
        line=f"{workspace}:{told['name']}",
        content=content,
        description=description(told.get("description")),
        kind=kind(told.get("type"), "imported"),
        recall_tier=tier if tier in _TIERS else None,
        source=SOURCE,
        said_at=changed or made,
        created_at=made,
        updated_at=changed or made,
        archived_at=moment(archived, zone),
        state=State.ARCHIVED if archived else State.ACTIVE,
        workspace="" if workspace in ("", "default") else workspace_called(workspace),
        fields={**fields, "archived_at": str(archived)} if archived else fields,
    )


FORMAT = Format("continuum", "Continuum export (earlier system)", fits, read)
