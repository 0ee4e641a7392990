"""A conversation as memories: who said what, in parts that are no longer than a text should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memories.portability.importers import limits
from memories.portability.importers.entry import Entry, State
from memories.text.names import name_from

KIND = "conversation"
TIER = "manual"
"""Asking finds a conversation; it is not put into contexts unasked."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message: who, what, when."""

    who: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation as it is told elsewhere. `key` is what it is known by there."""

    place: str
    key: str
    title: str
    source: str
    said: Sequence[Said]
    began_at: datetime | None = None
    ended_at: datetime | None = None
    archived: bool = False
    workspace: str = ""
    fields: Mapping[str, Any]


def entries_of(talk: Talk) -> Iterator[Entry]:
    """One entry, or one for each part of a long conversation."""
    parts = list(_parts(talk.said))
    day = f"Conversation of {talk.began_at:%Y-%m-%d}" if talk.began_at else "Conversation"
    heading = " ".join(talk.title.split()) or day  # whose words come first is not whose the text is
    title = talk.title or name_from(talk.said[0].text if talk.said else talk.place)
    for number, said in enumerate(parts, 1):
        several = len(parts) > 1
        yield Entry(
            place=f"{talk.place}, part {number}" if several else talk.place,
            name=f"{title[:150]} ({number} of {len(parts)})" if several else title,
            line=f"{talk.key}#{number}",
            content="\n\n".join([f"# {heading}", *(f"{each.who}: {each.text}" for each in said)]),
            description=talk.title[: limits.MAX_DESCRIPTION] or None,
            kind=KIND,
            recall_tier=TIER,
            source=talk.source,
            said_at=next((each.at for each in said if each.at), talk.began_at),
            created_at=talk.began_at,
            updated_at=talk.ended_at or talk.began_at,
            state=State.ARCHIVED if talk.archived else State.ACTIVE,
            workspace=talk.workspace,
            fields=talk.fields,
        )


def _parts(said: Sequence[Said]) -> Iterator[list[Said]]:
    """Messages together, up to a part's length; a message that is longer is cut."""
    held: list[Said] = []
    length = 0
    for each in said:
        for piece in _cut(each):
            if held and length + len(piece.text) > limits.PART_CHARACTERS:
                yield held
                held, length = [], 0
            held.append(piece)
            length += len(piece.text)
    if held:
        yield held


def _cut(said: Said) -> Iterator[Said]:
    """Its text in lengths, cut at a line or a space where there is one."""
    text = said.text
    while len(text) > limits.PART_CHARACTERS:
        window = text[: limits.PART_CHARACTERS]
        at = max(window.rfind("\n"), window.rfind(" ")) + 1 or limits.PART_CHARACTERS
        yield replace(said, text=text[:at].rstrip())
        text = text[at:]
    if text.strip():
        yield replace(said, text=text.strip())
