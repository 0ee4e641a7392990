"""Claude's data export: conversations, what it remembered, and projects with their documents; as single files
or in the zip. Who the people are (users.json) is not read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.conversation import Said, Talk, entries_of
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.json_items import items, pairs
from memories.portability.importers.peek import Look, Peek
from memories.portability.importers.splitting import parts
from memories.portability.importers.values import description, mapping, moment, rest, sequence, text
from memories.text.names import MAX_SLUG

SOURCE = "claude"
_WHO = {"human": "User", "assistant": "Assistant"}
_KNOWN = frozenset(["uuid", "name", "summary", "created_at", "updated_at", "chat_messages", "account"])
_PROJECT_KNOWN_WORDS = """
uuid name description created_at updated_at docs creator prompt_template
"""
_PROJECT_KNOWN = frozenset(_PROJECT_KNOWN_WORDS.split())
_TALKS, _REMEMBERED, _PROJECTS = "talks", "remembered", "projects"


def _what(look: Look) -> str:
    """Which of its files a look is of, or ""."""
    item = look.item() if look.kind == "array" else look.keys
    if "chat_messages" in item:
        return _TALKS
    if item & {"conversations_memory", "project_memories"}:
        return _REMEMBERED
    if "prompt_template" in item or {"docs", "is_starter_project"} <= item:
        return _PROJECTS
    return ""


def fits(bundle: Bundle, peek: Peek) -> bool:
    return any(_what(peek.at(member)) for member in bundle.members)


def read(bundle: Bundle) -> Iterator[Found]:
    peek = Peek(bundle)
    parted = [(member, _what(peek.at(member))) for member in bundle.members]
    bundle.wanted = frozenset(member.name for member, what in parted if what)
    projects: dict[str, str] = {}
    for member, what in sorted(parted, key=lambda each: _ORDER.get(each[1], 9)):
        if what == _PROJECTS:
            yield from _projects(bundle, member, projects)
        elif what == _REMEMBERED:
            yield from _remembered(bundle, member, projects)
        elif what == _TALKS:
            yield from _talks(bundle, member)


_ORDER = {_PROJECTS: 0, _REMEMBERED: 1, _TALKS: 2}


def _objects(bundle: Bundle, member: Member) -> Iterator[tuple[str, Any]]:
    """The objects of an array, or the one that the file is."""
    look = Peek(bundle).at(member)
    with bundle.opened(member) as raw:
        if look.kind == "object":
            yield member.base, dict(pairs(raw, ""))
            return
        for number, found in enumerate(items(raw, "item"), 1):
            yield f"{member.base}, item {number}", found


# --- Conversations ------------------------------------------------------------------------------------------


def _talks(bundle: Bundle, member: Member) -> Iterator[Found]:
    for place, talk in _objects(bundle, member):
        if not isinstance(talk, Mapping) or not isinstance(talk.get("chat_messages"), list):
            yield Left(place, "This is no conversation.", UNREADABLE)
            continue
        said = [said for message in talk["chat_messages"] if (said := _said(message)) is not None]
        if not said:
            yield Left(place, "Nobody says anything in it.")
            continue
        began = moment(talk.get("created_at")) or said[0].at
        fields = rest(talk, _KNOWN)
        if summary := text(talk.get("summary")):
            fields["summary"] = summary[:2_000]
        yield from entries_of(
            Talk(
                place=place,
                key=text(talk.get("uuid")) or place,
                title=text(talk.get("name")),
                source=SOURCE,
                said=said,
                began_at=began,
                ended_at=moment(talk.get("updated_at")),
                fields={"uuid": text(talk.get("uuid")), **fields},
            )
        )


def _said(message: Any) -> Said | None:
    told = mapping(message)
    who = _WHO.get(text(told.get("sender")))
    blocks = [mapping(block) for block in sequence(told.get("content"))]
    words = "\n".join(filter(None, (text(b.get("text")) for b in blocks if b.get("type") == "text")))
    attached = [_attached(mapping(each)) for each in sequence(told.get("attachments"))]
    spoken = "\n\n".join(filter(None, [words or text(told.get("text")), *attached]))
    return Said(who, spoken, moment(told.get("created_at"))) if who and spoken else None


def _attached(attachment: Mapping[str, Any]) -> str:
    words = text(attachment.get("extracted_content"))
    return f"[{text(attachment.get('file_name')) or 'attachment'}]\n{words}" if words else ""


# --- What it remembered, and projects -----------------------------------------------------------------------


def _remembered(bundle: Bundle, member: Member, projects: Mapping[str, str]) -> Iterator[Found]:
    for place, told in _objects(bundle, member):
        if not isinstance(told, Mapping):
            yield Left(place, "This is no memory of an account.", UNREADABLE)
            continue
        yield from _texts(text(told.get("conversations_memory")), place, "")
        for uuid, words in mapping(told.get("project_memories")).items():
            where = projects.get(uuid) or workspace_called(uuid)
            yield from _texts(text(words), f"{place}, project {uuid}", where)
        for number, file in enumerate(sequence(told.get("memory_files")), 1):
            words = text(file) or text(mapping(file).get("content"))
            yield from _texts(words, f"{place}, file {number}", "")


def _texts(words: str, place: str, workspace: str) -> Iterator[Entry]:
    for part in parts(words):
        yield Entry(
            place=f"{place}, line {part.line}",
            content=part.text,
            description=description(part.heading),
            kind="user_fact" if not workspace else "project",
            source=SOURCE,
            workspace=workspace,
        )


def _projects(bundle: Bundle, member: Member, known: dict[str, str]) -> Iterator[Found]:
    for place, told in _objects(bundle, member):
        if not isinstance(told, Mapping) or not text(told.get("name")):
            yield Left(place, "This is no project.", UNREADABLE)
            continue
        where = workspace_called(text(told["name"]))
        known[text(told.get("uuid"))] = where
        if told.get("is_starter_project"):
            yield Left(place, "It is the example that every account has.")
            continue
        yield from _project(told, place, where)


def _project(told: Mapping[str, Any], place: str, where: str) -> Iterator[Entry]:
    made, changed = moment(told.get("created_at")), moment(told.get("updated_at"))
    for field in ("description", "prompt_template"):
        if words := text(told.get(field)):
            yield Entry(
                place=f"{place}, {field}",
                content=words,
                kind="project",
                source=SOURCE,
                workspace=where,
                said_at=changed or made,
                created_at=made,
                updated_at=changed,
                fields={**rest(told, _PROJECT_KNOWN), "told_as": field, "project": text(told.get("uuid"))},
            )
    for number, document in enumerate(map(mapping, sequence(told.get("docs"))), 1):
        if words := text(document.get("content")):
            at = moment(document.get("created_at")) or made
            yield Entry(
                place=f"{place}, document {number}",
                name=text(document.get("filename")) or None,
                line=text(document.get("uuid")),
                content=words,
                kind="reference",
                source=SOURCE,
                workspace=where,
                said_at=at,
                created_at=at,
                updated_at=at,
                fields=rest(document, {"content", "filename", "created_at"}),
            )


def workspace_called(title: str) -> str:
    """A workspace's name made from a title."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return slug[:MAX_SLUG].strip("-") or f"project-{hashlib.sha256(title.encode()).hexdigest()[:8]}"


FORMAT = Format("claude", "Claude export", fits, read)
