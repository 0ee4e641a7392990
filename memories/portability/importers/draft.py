"""An entry as a draft: every field as intake wants it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memories.models import Trust
from memories.portability.importers.entry import Entry, Found, Left, State
from memories.portability.importers.limits import MAX_AGENT, MAX_PLACE
from memories.portability.importers.values import kept_beside
from memories.services.drafts import Draft
from memories.text.errors import TextError
from memories.text.names import MAX_NAME, valid_name
from memories.text.normalise import forgiving

MAX_SOURCE = 500
_UNSPEAKABLE = str.maketrans({"/": "-", "\n": " ", "\t": " ", "\r": " "})


def draft_of(entry: Entry, *, workspace: str | None, now: datetime) -> tuple[Entry, Draft]:
    """The draft, and the entry as it is then. An expiry that has passed makes it archived; a period that ends
    before it begins is none.
    """
    entry = _still_to_come(entry, now)
    backwards = entry.valid_from and entry.valid_until and entry.valid_from >= entry.valid_until
    draft = Draft(
        content=entry.content,
        value=entry.value,
        name=tidy_name(entry.name),
        description=entry.description,
        kind=entry.kind,
        tags=entry.tags or None,
        scope=entry.scope,
        task_id=entry.task_id,
        recall_tier=entry.recall_tier,
        sensitivity=entry.sensitivity,
        trust=Trust.IMPORT,
        source=entry.source[:MAX_SOURCE],
        source_date=entry.said_at,
        confidence=entry.confidence,
        basis=entry.basis,
        user_confirmed=entry.user_confirmed,
        expires_at=entry.expires_at,
        check_by=entry.check_by,
        valid_from=None if backwards else entry.valid_from,
        valid_until=None if backwards else entry.valid_until,
        workspace=workspace,
        propose_only=entry.state is State.PROPOSED,
    )
    return entry, draft


def _still_to_come(entry: Entry, now: datetime) -> Entry:
    if entry.expires_at is None or entry.expires_at > now:
        return entry
    told = {**entry.fields, "expires_at": entry.expires_at.isoformat()}
    return replace(entry, expires_at=None, state=State.ARCHIVED, fields=told)


def storable(found: Found) -> Found:
    """As an importer found it, with nothing beside its text that a database does not take: places and names
    of agents come out of files, too.
    """
    if isinstance(found, Left):
        return replace(found, place=_line(found.place, MAX_PLACE), reason=_line(found.reason, MAX_PLACE))
    return replace(
        found,
        place=_line(found.place, MAX_PLACE),
        agent=_line(found.agent, MAX_AGENT),
        fields=kept_beside(found.fields),
    )


def _line(text: str, most: int) -> str:
    return " ".join(forgiving(text[:most]).split())


def tidy_name(name: str | None, *, behind: str = "") -> str | None:
    """A name as it may be, with something behind it to tell it apart; None where nothing of it can be."""
    if not name:
        return None
    short = " ".join(name.translate(_UNSPEAKABLE).split())[: MAX_NAME - len(behind)].strip()
    visible = "".join(char for char in short if char.isprintable())
    try:
        return valid_name(f"{visible}{behind}")
    except TextError:
        return None
