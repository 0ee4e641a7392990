"""basic-memory's notes: Markdown with fields in front, observations (`- [category] text #tag (context)`) and
relations (`- verb [[Note]]`). A note is one memory, its links are links here, and its observations with their
categories and context are kept beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.front_matter import fields_and_text
from memories.portability.importers.peek import Peek
from memories.portability.importers.reading import whole_text
from memories.portability.importers.values import kind, moment, rest, tags, text

SOURCE = "basic-memory"
_MARKDOWN = (".md", ".markdown")
_SIGNS = frozenset({"permalink", "schema"})
_KNOWN = frozenset(["title", "type", "tags", "created", "modified"])
_OBSERVATION = re.compile(
    r"[ \t]*-[ \t]+\[(?P<category>[^\[\]()\n]{2,60}|[^\[\]()\n \-xX])\](?!\()[ \t]+(?P<text>.+)"
)
_RELATION = re.compile(
    r'[ \t]*-[ \t]+(?P<verb>"[^"\n]+"|[^\[\]\n]*?)[ \t]*\[\[(?P<to>[^\[\]\n]+)\]\](?P<after>.*)'
)
_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_CONTEXT = re.compile(r"\((?P<context>[^()\n]*)\)[ \t]*$")
_TAG = re.compile(r"(?<![\w#])#([\w][\w/-]*)")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
LOOKED_AT = 40
"""Notes that are looked at to tell the format."""


def fits(bundle: Bundle, peek: Peek) -> bool:
    notes = bundle.ending(*_MARKDOWN)
    return any(_is_note(bundle, note) for note in notes[:LOOKED_AT])


def _is_note(bundle: Bundle, member: Member) -> bool:
    before = bundle.read
    try:
        with bundle.opened(member) as raw:
            fields, below, _ = fields_and_text(whole_text(raw))
    except ValidationFailed:
        return False
    finally:
        bundle.read = before
    return bool(fields.keys() & _SIGNS) or ("title" in fields and bool(_observations(below)))


def read(bundle: Bundle) -> Iterator[Found]:
    notes = bundle.ending(*_MARKDOWN)
    bundle.wanted = frozenset(note.name for note in notes)
    for note in notes:
        if any(part.startswith(".") for part in note.name.split("/")):
            continue
        try:
            with bundle.opened(note) as raw:
                whole = whole_text(raw)
        except ValidationFailed as error:
            yield Left(note.name, error.message, UNREADABLE)
            continue
        yield from _note(whole, note.name, bundle.zone)


def _note(whole: str, place: str, zone: str) -> Iterator[Found]:
    fields, below, _ = fields_and_text(whole)
    body = below.strip()
    if not body:
        yield Left(place, "The note is empty.")
        return
    title = text(fields.get("title")) or place.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    observations, relations = _observations(body), _relations(body)
    made = moment(fields.get("created"), zone)
    beside = {"observations": observations, "relations": relations}
    kept = {key: each for key, each in beside.items() if each}
    yield Entry(
        place=place,
        name=title,
        line=text(fields.get("permalink")) or place,
        content=body,
        kind=kind(fields.get("type"), "note"),
        tags=tags(fields.get("tags"), [tag for each in observations for tag in each.get("tags", [])]),
        source=SOURCE,
        said_at=moment(fields.get("modified"), zone) or made,
        created_at=made,
        updated_at=moment(fields.get("modified"), zone) or made,
        fields={**rest(fields, _KNOWN), "path": place, **rest(kept, ())},
    )


def _observations(below: str) -> list[dict[str, Any]]:
    found = []
    for line in _FENCE.sub("", below).splitlines():
        told = _OBSERVATION.fullmatch(line)
        if told:
            found.append(_observation(told["category"].strip(), told["text"].strip()))
    return found


def _observation(category: str, words: str) -> dict[str, Any]:
    context = _CONTEXT.search(words)
    words = words[: context.start()].rstrip() if context else words
    named = _TAG.findall(words)
    said = " ".join(_TAG.sub("", words).split())
    told = {
        "category": category,
        "text": said,
        "tags": named,
        "context": context["context"] if context else "",
    }
    return {key: value for key, value in told.items() if value}


def _relations(below: str) -> list[dict[str, Any]]:
    """Typed relations, and every other link as one that only links."""
    found: list[dict[str, Any]] = []
    for line in _FENCE.sub("", below).splitlines():
        told = _RELATION.fullmatch(line)
        verb = told["verb"].strip().strip('"').strip() if told else ""
        if told and verb and not _OBSERVATION.fullmatch(line):
            found.append({"verb": verb, "to": _target(told["to"]), **_context(told["after"])})
            found += [_links_to(each) for each in _LINK.findall(told["after"])]
        else:
            found += [_links_to(each) for each in _LINK.findall(line)]
    return found


def _links_to(target: str) -> dict[str, Any]:
    return {"verb": "links_to", "to": _target(target)}


def _target(target: str) -> str:
    return target.split("|", maxsplit=1)[0].strip()


def _context(after: str) -> Mapping[str, str]:
    context = _CONTEXT.search(after)
    return {"context": context["context"]} if context and context["context"] else {}


FORMAT = Format("basic-memory", "basic-memory notes", fits, read)
