"""Plain Markdown or text. One file, or what was pasted, is parted into memories; in a folder every file is
one. Also a JSON list of texts, or of objects with `content` and, if known, `type`, `source` and
`source_date`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers.bundle import Bundle, Member, refused
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.front_matter import fields_and_text
from memories.portability.importers.json_items import items
from memories.portability.importers.peek import Peek
from memories.portability.importers.reading import whole_text
from memories.portability.importers.splitting import parts
from memories.portability.importers.values import description, kind, moment, rest, tags, text

_SUFFIXES = (".md", ".markdown", ".mdx", ".txt", ".text")
_KNOWN_WORDS = """
content type kind source source_date tags name title description
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_LOOKED_AT = 2_048


# --- A list -------------------------------------------------------------------------------------------------


def fits_list(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is None:
        return False
    look = peek.at(bundle.only)
    return look.kind == "array" and (look.scalars or "content" in look.item())


def read_list(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    with bundle.opened(file) as raw:
        for number, told in enumerate(items(raw, "item"), 1):
            yield _listed(told, f"{file.base}, item {number}", bundle.zone)


def _listed(told: Any, place: str, zone: str) -> Found:
    if isinstance(told, str) and told.strip():
        return Entry(place=place, content=told.strip())
    if not isinstance(told, Mapping) or not text(told.get("content")):
        return Left(place, "An item is a text, or an object with a text under `content`.", UNREADABLE)
    return Entry(
        place=place,
        name=text(told.get("name")) or None,
        line=place,
        content=text(told["content"]),
        description=description(told.get("description")),
        kind=kind(told.get("type") or told.get("kind"), "reference"),
        tags=tags(told.get("tags")),
        source=text(told.get("source"))[:500],
        said_at=moment(told.get("source_date"), zone),
        fields=rest(told, _KNOWN),
    )


# --- Text ---------------------------------------------------------------------------------------------------


def fits_text(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is not None and not bundle.is_folder:
        return not peek.at(bundle.only).kind and _reads_as_text(bundle, bundle.only)
    return bool(bundle.ending(*_SUFFIXES))


def _reads_as_text(bundle: Bundle, member: Member) -> bool:
    before = bundle.read
    with bundle.opened(member) as raw:
        start = raw.read(_LOOKED_AT)
    bundle.read = before
    if start.lstrip()[:1] == b"<" and b"<html" in start.lower():
        raise refused("This is a web page, not an export: sign in again and download the file anew.")
    return b"\x00" not in start or start[:2] in (b"\xff\xfe", b"\xfe\xff")


def read_text(bundle: Bundle) -> Iterator[Found]:
    if bundle.only is not None and not bundle.is_folder:
        yield from _parted(bundle, bundle.only)
        return
    files = bundle.ending(*_SUFFIXES)
    bundle.wanted = frozenset(member.name for member in files)
    for member in files:
        if not any(part.startswith(".") for part in PurePosixPath(member.name).parts):
            yield from _file(bundle, member)


def _parted(bundle: Bundle, member: Member) -> Iterator[Entry]:
    with bundle.opened(member) as raw:
        fields, below, first = fields_and_text(whole_text(raw))
    for part in parts(below):
        yield Entry(
            place=f"{member.base}, line {first + part.line - 1}",
            content=part.text,
            description=description(part.heading),
            tags=tags(fields.get("tags")),
            kind="reference",
            fields=rest(fields, {"tags"}),
        )


def _file(bundle: Bundle, member: Member) -> Iterator[Found]:
    try:
        with bundle.opened(member) as raw:
            fields, below, _ = fields_and_text(whole_text(raw))
    except ValidationFailed as error:
        yield Left(member.name, error.message, UNREADABLE)
        return
    if not below.strip():
        yield Left(member.name, "The file holds no text.")
        return
    at = moment(fields.get("modified") or fields.get("updated") or fields.get("date"), bundle.zone)
    made = moment(fields.get("created"), bundle.zone) or at
    yield Entry(
        place=member.name,
        name=text(fields.get("title")) or PurePosixPath(member.name).stem,
        line=member.name,
        content=below.strip(),
        description=description(fields.get("description")),
        tags=tags(fields.get("tags")),
        kind=kind(fields.get("type"), "reference"),
        said_at=at or made,
        created_at=made,
        updated_at=at or made,
        fields={**rest(fields, {"title", "tags", "description", "type"}), "file": member.name},
    )


LIST = Format("list", "List of texts (JSON)", fits_list, read_list)
TEXT = Format("text", "Markdown or plain text", fits_text, read_text)
