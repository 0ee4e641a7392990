"""Facts put down for a revision: as far as it is in force, and within a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Greatest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.ids import new_id
from memories import access
from memories.models import Entity, Fact, Mention, RecallTier, Revision, Status
from memories.services.entities import drop_orphans, entities_for
from memories.services.holding import STANDING, Slots, identity, retire_rows, settle, slots_of, words_of
from memories.services.rows import insert
from memories.services.turns import Turn, turn
from memories.text.claims.claim import Claim, Reading


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was read in one revision, and by what."""

    revision_id: UUID
    reading: Reading
    by: str


def put_facts(writing: Turn, extracted: Sequence[Extracted]) -> None:
    """Put down what was read in revisions, as far as they are still in force, and settle what that touches.
    Of a revision that is not, what it said before is settled. Twice gives the same rows.
    """
    read = {one.revision_id: one for one in extracted}
    rows = Revision.objects.filter(workspace_id=writing.workspace, pk__in=read).select_related("memory")
    slots: Slots = set()
    for revision in rows.order_by("pk"):
        if speaks(revision, writing.now):
            _put(writing, revision, read[revision.pk])
        slots |= slots_of(Fact.objects.filter(workspace_id=writing.workspace, memory_id=revision.memory_id))
    settle(writing, slots)


def rebuild_facts(actor: Actor, *, workspace: str | None = None) -> int:
    """Have every text in force read anew, after the commit; returns how many. What is read as before stays
    as it is. Raises Forbidden, NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace)
    with turn(actor, where) as writing:
        active = Revision.objects.filter(workspace_id=where, status=Status.ACTIVE)
        writing.to_extract |= dict(active.values_list("pk", "memory_id"))
        return len(writing.to_extract)


def speaks(revision: Revision, now: datetime) -> bool:
    """Whether facts are drawn from it: in force, read, and no standing rule."""
    memory = revision.memory
    rule = memory.recall_tier == RecallTier.ALWAYS
    return revision.status == Status.ACTIVE and memory.present_at(now) and not rule


# --- Putting down -------------------------------------------------------------------------------------------


def _put(writing: Turn, revision: Revision, extracted: Extracted) -> None:
    claims, names = extracted.reading.claims, extracted.reading.names
    spoken = [
        *names,
        *(claim.subject for claim in claims),
        *(c.entity for c in claims if c.entity is not None),
    ]
    entities = entities_for(writing.workspace, spoken, memory_id=revision.memory_id)
    kept = _already(writing, revision)
    made: list[Fact] = []
    for ordinal, claim in enumerate(claims):
        fact = _fact(writing, revision, claim, entities, ordinal=ordinal, by=extracted.by)
        if kept.pop(identity(fact), None) is None:
            made.append(fact)
    retire_rows(
        writing, Fact.objects.filter(pk__in=[fact.pk for fact in kept.values()]), Fact.Retired.REPLACED
    )
    _keep_beginnings(writing, revision, made)
    if made:
        insert(made)
    _put_mentions(writing, revision, {root.pk for root in entities.values()})


def _already(writing: Turn, revision: Revision) -> dict[tuple[Any, ...], Fact]:
    """The revision's facts that stand, the newest row of each claim."""
    rows = Fact.objects.filter(
        workspace_id=writing.workspace, revision_id=revision.pk, retired_for__in=STANDING
    )
    return {identity(fact): fact for fact in rows.order_by("learned_at", "pk")}


def _fact(
    writing: Turn,
    revision: Revision,
    claim: Claim,
    entities: dict[str, Entity] | Any,
    *,
    ordinal: int,
    by: str,
) -> Fact:
    memory = revision.memory
    ends = _midnight(claim.valid_until) or revision.valid_until
    statement = claim.statement[: Fact._meta.get_field("statement").max_length]
    fact = Fact(
        id=new_id(),
        workspace_id=writing.workspace,
        memory_id=revision.memory_id,
        revision_id=revision.pk,
        subject_id=entities[claim.subject.key].pk,
        predicate=claim.predicate,
        object=claim.object[: Fact.OBJECT_LENGTH],
        object_entity_id=entities[claim.entity.key].pk if claim.entity else None,
        object_key=claim.object_key,
        slot=claim.place,
        statement=statement,
        valid_from=_midnight(claim.valid_from) or begins(revision),
        valid_until=ends,
        said_until=ends,
        ordinal=ordinal,
        told_at=revision.source_date or revision.created_at,
        learned_at=writing.now,
        retired_at=None,
        retired_for="",
        confidence=claim.confidence,
        extracted_by=by,
        private=memory.private,
        reach=memory.reach,
        expires_at=memory.expires_at,
    )
    fact.words = words_of(claim.subject.text, fact)
    return fact


def begins(revision: Revision) -> datetime:
    """From when on it is true, as looking back takes it (recall.as_of)."""
    return revision.valid_from or revision.source_date or revision.created_at


def _midnight(day: date | None) -> datetime | None:
    return datetime.combine(day, time.min, UTC) if day else None


def _keep_beginnings(writing: Turn, revision: Revision, made: Iterable[Fact]) -> None:
    """What the version before said in the same words has been so since then: a text that was added to makes
    no news of what stood there. What it said and this one does not was true until this one begins.
    """
    before = Fact.objects.filter(
        workspace_id=writing.workspace,
        memory_id=revision.memory_id,
        revision__number=(revision.number or 0) - 1,
    )
    said = {identity(fact)[1:]: fact for fact in before.order_by("learned_at", "pk")}
    for fact in made:
        earlier = said.get(identity(fact)[1:])
        if earlier is not None and earlier.valid_from < fact.valid_from:
            fact.valid_from, fact.told_at = earlier.valid_from, earlier.told_at
    over = before.filter(retired_for=Fact.Retired.REPLACED, valid_until__gt=begins(revision))
    over.update(valid_until=Greatest(F("valid_from"), begins(revision)))


def _put_mentions(writing: Turn, revision: Revision, wanted: set[UUID]) -> None:
    within = Mention.objects.filter(workspace_id=writing.workspace, memory_id=revision.memory_id)
    gone = within.exclude(revision_id=revision.pk, entity_id__in=wanted)
    left = set(gone.values_list("entity_id", flat=True))
    gone.delete()
    within.filter(live=False).update(live=True)
    Mention.objects.bulk_create(
        (
            Mention(
                workspace_id=writing.workspace,
                memory_id=revision.memory_id,
                revision_id=revision.pk,
                entity_id=entity,
            )
            for entity in sorted(wanted)
        ),
        ignore_conflicts=True,
    )
    drop_orphans(writing.workspace, left - wanted)
