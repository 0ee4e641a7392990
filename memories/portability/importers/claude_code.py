"""Claude Code's memory folders: MEMORY.md and the files that it lists, each with a name, a description and a
type in front; and CLAUDE.md, AGENTS.md and rules, which are standing instructions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.front_matter import fields_and_text
from memories.portability.importers.peek import Peek
from memories.portability.importers.reading import whole_text
from memories.portability.importers.splitting import parts
from memories.portability.importers.values import description, kind, moment, rest, tags, text

SOURCE = "claude-code"
INDEX = "MEMORY.md"
_STANDING = frozenset({"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"})
_KNOWN = frozenset(["name", "description", "type", "tags", "created", "modified", "updated"])
_TYPES = frozenset({"user", "feedback", "project", "reference"})


def fits(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is not None and not bundle.is_folder and bundle.only.base not in _STANDING:
        return _is_topic(bundle, bundle.only)
    return bool(bundle.named(INDEX, *_STANDING)) or any(_is_rule(member) for member in bundle.members)


def _is_topic(bundle: Bundle, member: Member) -> bool:
    if member.suffix != ".md":
        return False
    before = bundle.read
    try:
        with bundle.opened(member) as raw:
            fields, _, _ = fields_and_text(whole_text(raw))
    except ValidationFailed:
        return False
    finally:
        bundle.read = before
    return {"name", "description"} <= fields.keys() and _type(fields) in _TYPES


def _type(fields: dict[str, Any]) -> str:
    """The type, which newer versions keep in `metadata`."""
    inner = fields.get("metadata")
    return text(fields.get("type")) or text(inner.get("type") if isinstance(inner, dict) else None)


def _is_rule(member: Member) -> bool:
    path = PurePosixPath(member.name)
    return member.suffix == ".md" and path.parts[-3:-1] == (".claude", "rules")


def read(bundle: Bundle) -> Iterator[Found]:
    files = bundle.ending(".md")
    bundle.wanted = frozenset(member.name for member in files)
    for member in files:
        try:
            with bundle.opened(member) as raw:
                whole = whole_text(raw)
        except ValidationFailed as error:
            yield Left(member.name, error.message, UNREADABLE)
            continue
        if member.base in _STANDING or _is_rule(member):
            yield from _standing(whole, member.name)
        elif member.base == INDEX:
            yield from _index(whole, member.name)
        else:
            yield from _topic(whole, member.name, bundle.zone)


def _standing(whole: str, place: str) -> Iterator[Found]:
    """Instructions, one by one. They were always read there, and a person decides whether they are here."""
    fields, below, first = fields_and_text(whole)
    for part in parts(below):
        if part.text.startswith("@") and "\n" not in part.text:
            yield Left(f"{place}, line {first + part.line - 1}", "It only points to another file.")
            continue
        yield Entry(
            place=f"{place}, line {first + part.line - 1}",
            content=part.text,
            description=description(part.heading),
            kind="feedback",
            recall_tier="relevance",
            source=SOURCE,
            fields={**rest(fields, ()), "file": place},
        )


def _index(whole: str, place: str) -> Iterator[Found]:
    """The list of the other files is none of its own memories; what else stands there is."""
    _, below, first = fields_and_text(whole)
    for part in parts(below):
        where = f"{place}, line {first + part.line - 1}"
        if "](" in part.text and ".md)" in part.text and "\n" not in part.text:
            yield Left(where, "It only points to another file.")
        else:
            heading = description(part.heading)
            yield Entry(
                place=where,
                content=part.text,
                description=heading,
                kind="reference",
                source=SOURCE,
                fields={"file": place},
            )


def _topic(whole: str, place: str, zone: str) -> Iterator[Found]:
    fields, below, _ = fields_and_text(whole)
    if not below.strip():
        yield Left(place, "The file holds no text.")
        return
    at = next(
        (at for key in ("modified", "updated", "created") if (at := moment(fields.get(key), zone))), None
    )
    yield Entry(
        place=place,
        name=text(fields.get("name")) or PurePosixPath(place).stem,
        line=place,
        content=below.strip(),
        description=description(fields.get("description")),
        kind=kind(_type(fields), "reference"),
        tags=tags(fields.get("tags")),
        source=SOURCE,
        said_at=at,
        created_at=moment(fields.get("created"), zone) or at,
        updated_at=at,
        fields={**rest(fields, _KNOWN), "file": place},
    )


FORMAT = Format("claude-code", "Claude Code memory folder", fits, read)
