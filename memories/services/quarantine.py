"""Memories that a scan found a secret in, and a person's answer: none, taken out, or all of it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from memories import access
from memories.errors import invalid, no_such_memory
from memories.models import Event, FalseAlarm, Memory
from memories.models.memory import MemoryQuerySet
from memories.services import events
from memories.services.holdings import MEMORY_FIELDS, REVISION_FIELDS, revisions_of
from memories.services.redacting import take_out
from memories.services.removal import erase
from memories.services.revisions import follow
from memories.services.sieve import Sieve
from memories.services.turns import Turn, turn

SHOWN_AROUND = 60
"""Letters on either side of what was found, as a person sees them."""
MOST_SHOWN = 20


class Answer(StrEnum):
    """`release`: it is no secret; `redact`: take it out everywhere; `forget`: erase the memory."""

    RELEASE = "release"
    REDACT = "redact"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A memory in quarantine, without its text: the name is without what was found in it."""

    memory_id: UUID
    workspace: str
    name: str
    kind: str
    quarantined_at: datetime
    kinds: Sequence[str]
    places: Sequence[str]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What was taken for a secret, with some letters around it."""

    place: str
    kind: str
    text: str


def list_quarantine(actor: Actor, *, workspace: str | None = None) -> list[Suspect]:
    """What is in quarantine in one workspace or, without a name, in all of the actor's, oldest first.

    Never the secret. Raises Forbidden, NotFound (the workspace).
    """
    actor.require(Permission.REVIEW)
    where = access.workspace_ids(actor, workspace, Permission.REVIEW)
    sieves = {wanted: Sieve(access.workspace(wanted)) for wanted in where}
    found = _visible(actor, where).order_by("quarantined_at", "pk")
    return [_suspect(actor, sieves[memory.workspace_id], memory) for memory in found]


def count_quarantined(actor: Actor) -> int:
    """How much waits in quarantine in the actor's workspaces. Raises Forbidden."""
    return _visible(actor, actor.where(Permission.REVIEW)).count()


def excerpts(actor: Actor, *, memory_id: UUID) -> list[Excerpt]:
    """What a memory is in quarantine for, for the eyes of a person who is here now, MOST_SHOWN at most.
    Raises Forbidden, NotFound.
    """
    _require_person(actor)
    memory = _in_quarantine(actor, memory_id)
    sieve = Sieve(access.workspace(memory.workspace_id))
    rows = [(MEMORY_FIELDS, memory), *((REVISION_FIELDS, row) for row in revisions_of(memory))]
    shown = [
        Excerpt(field, kind, text)
        for fields, row in rows
        for field in fields
        for kind, text in sieve.around(getattr(row, field), letters=SHOWN_AROUND)
    ]
    return list(dict.fromkeys(shown))[:MOST_SHOWN]


def decide_quarantine(actor: Actor, *, memory_id: UUID, answer: str) -> None:
    """Release the memory, have the secret taken out of it, or erase it. A person who is here now decides.

    What was released is no secret in this workspace from now on: a scan passes over the same letters.
    Raises Forbidden, NotFound (nothing in quarantine by this id), ValidationFailed.
    """
    _require_person(actor)
    if answer not in set(Answer):
        raise invalid("answer", f"The answer is one of {', '.join(Answer)}.")
    where = _in_quarantine(actor, memory_id).workspace_id
    actor.require_in(Permission.FORGET, where)
    with turn(actor, where, Permission.REVIEW) as writing:
        memory = _in_quarantine(actor, memory_id)
        _DECIDED[Answer(answer)](writing, memory)


def _require_person(actor: Actor) -> None:
    actor.require(Permission.REVIEW)
    actor.require(Permission.FORGET)
    if not actor.person:
        raise Forbidden("A person decides on what is in quarantine; this connection is none.")


def _visible(actor: Actor, where: Sequence[UUID]) -> MemoryQuerySet:
    found = access.quarantined(where)
    return found if actor.private else found.exclude(sensitivity="private")


def _in_quarantine(actor: Actor, memory_id: UUID) -> Memory:
    found = _visible(actor, list(actor.workspaces.values())).filter(pk=memory_id).first()
    if found is None:
        raise no_such_memory(str(memory_id))
    actor.require_in(Permission.REVIEW, found.workspace_id)
    return found


def _suspect(actor: Actor, sieve: Sieve, memory: Memory) -> Suspect:
    last = _put_away(memory).first()
    details = last.details if last else {}
    assert memory.quarantined_at is not None  # noqa: S101  only those are asked for
    return Suspect(
        memory_id=memory.pk,
        workspace=access.workspace_name(actor, memory.workspace_id),
        name=sieve.without(memory.name),
        kind=sieve.without(memory.kind),
        quarantined_at=memory.quarantined_at,
        kinds=details.get("kinds", []),
        places=details.get("places", []),
    )


def _put_away(memory: Memory) -> QuerySet[Event]:
    return access.events(memory).filter(action=events.QUARANTINED).order_by("-sequence")


def _release(writing: Turn, memory: Memory) -> None:
    sieve = Sieve(access.workspace(writing.workspace))
    digests = sieve.false_alarms_in(getattr(memory, field) for field in MEMORY_FIELDS)
    for row in revisions_of(memory):
        digests |= sieve.false_alarms_in(getattr(row, field) for field in REVISION_FIELDS)
    rows = [
        FalseAlarm(workspace_id=writing.workspace, digest=digest, user_id=writing.actor.user_id)
        for digest in sorted(digests)
    ]
    FalseAlarm.objects.bulk_create(rows, ignore_conflicts=True)
    let_out(writing, memory)
    writing.record(events.RELEASED, memory_id=memory.pk, details={"alarms": len(rows)})


def _redact(writing: Turn, memory: Memory) -> None:
    redacted = take_out(writing, memory, Sieve(access.workspace(writing.workspace)))
    let_out(writing, memory)
    details = {"version": memory.version, "revisions": redacted}
    writing.record(events.REDACTED, memory_id=memory.pk, details=details)


def _forget(writing: Turn, memory: Memory) -> None:
    erase(writing, memory)


_DECIDED = {Answer.RELEASE: _release, Answer.REDACT: _redact, Answer.FORGET: _forget}


def let_out(writing: Turn, memory: Memory) -> None:
    """Bring it back into the read paths, with passages for what is live in it."""
    memory.quarantined_at = None
    memory.save()
    writing.flush()
    follow(writing, memory)
