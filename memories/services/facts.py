"""Facts put down for a revision: as far as it is in force, and within a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.ids import new_id
from memories import access
from memories.models import Fact, Mention, RecallTier, Revision, Status
from memories.services.entities import Called, drop_orphans, entities_for
from memories.services.holding import STANDING, identity, retire_rows, settle, slots_of, words_of
from memories.services.rows import insert
from memories.services.turns import Turn, turn
from memories.text.claims.claim import Claim, Named, Reading


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
    revisions = list(rows.order_by("pk"))
    _put(writing, [revision for revision in revisions if speaks(revision, writing.now)], read)
    memories = {revision.memory_id for revision in revisions}
    settle(writing, slots_of(Fact.objects.filter(workspace_id=writing.workspace, memory_id__in=memories)))


def rebuild_facts(actor: Actor, *, workspace: str | None = None) -> int:
    """Have every text in force read anew, after the commit; returns how many. What is read as before stays
    as it is. Raises Forbidden, NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        active = Revision.objects.filter(workspace_id=where, status=Status.ACTIVE)
        writing.to_extract |= dict(active.values_list("pk", "memory_id"))
        return len(writing.to_extract)


def speaks(revision: Revision, now: datetime) -> bool:
    """Whether facts are drawn from it: in force, read, and no standing rule."""
    memory = revision.memory
    rule = memory.recall_tier == RecallTier.ALWAYS
    return revision.status == Status.ACTIVE and memory.present_at(now) and not rule


# --- Putting down -------------------------------------------------------------------------------------------


def _put(writing: Turn, revisions: Sequence[Revision], read: Mapping[UUID, Extracted]) -> None:
    if not revisions:
        return
    spoken = {revision.memory_id: _spoken(read[revision.pk].reading) for revision in revisions}
    called = entities_for(writing.workspace, spoken)
    kept, before = _already(writing, revisions), _said_before(writing, revisions)
    made: list[Fact] = []
    for revision in revisions:
        extracted = read[revision.pk]
        for ordinal, claim in enumerate(extracted.reading.claims):
            fact = _fact(writing, revision, claim, called, ordinal=ordinal, by=extracted.by)
            if kept.pop(identity(fact), None) is None:
                _keep_beginning(fact, before.get((fact.memory_id, *identity(fact)[1:])))
                made.append(fact)
    if kept:
        gone = Fact.objects.filter(pk__in=[fact.pk for fact in kept.values()])
        retire_rows(writing, gone, Fact.Retired.REPLACED)
    _end_before(writing, revisions, before.values())
    if made:
        insert(made)
    _put_mentions(writing, revisions, spoken, called)


def _spoken(reading: Reading) -> list[Named]:
    subjects = [claim.subject for claim in reading.claims]
    return [
        *reading.names,
        *subjects,
        *(claim.entity for claim in reading.claims if claim.entity is not None),
    ]


def _already(writing: Turn, revisions: Sequence[Revision]) -> dict[tuple[Any, ...], Fact]:
    """The facts of the revisions that stand, the newest row of each claim."""
    ids = [revision.pk for revision in revisions]
    rows = Fact.objects.filter(workspace_id=writing.workspace, revision_id__in=ids, retired_for__in=STANDING)
    return {identity(fact): fact for fact in rows.order_by("learned_at", "pk")}


def _said_before(writing: Turn, revisions: Sequence[Revision]) -> dict[tuple[Any, ...], Fact]:
    """What the versions before these said, by memory and claim."""
    numbers = {each.memory_id: each.number - 1 for each in revisions if each.number and each.number > 1}
    if not numbers:
        return {}
    rows = Fact.objects.filter(workspace_id=writing.workspace, memory_id__in=numbers).select_related(
        "revision"
    )
    said = [f for f in rows.order_by("learned_at", "pk") if f.revision.number == numbers[f.memory_id]]
    return {(fact.memory_id, *identity(fact)[1:]): fact for fact in said}


def _fact(
    writing: Turn,
    revision: Revision,
    claim: Claim,
    called: Called,
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
        subject_id=called.entity(memory.pk, claim.subject.key).pk,
        predicate=claim.predicate,
        object=claim.object[: Fact.OBJECT_LENGTH],
        object_entity_id=called.entity(memory.pk, claim.entity.key).pk if claim.entity else None,
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


def _keep_beginning(fact: Fact, earlier: Fact | None) -> None:
    """What the version before said in the same words has been so since then: a text that was added to makes
    no news of what stood there.
    """
    if earlier is not None and earlier.valid_from < fact.valid_from:
        fact.valid_from, fact.told_at = earlier.valid_from, earlier.told_at


def _end_before(writing: Turn, revisions: Sequence[Revision], before: Iterable[Fact]) -> None:
    """What the versions before said and these do not was true until these begin."""
    starts = {revision.memory_id: begins(revision) for revision in revisions}
    over = [f for f in before if f.retired_for == Fact.Retired.REPLACED]
    for fact in over:
        start = starts[fact.memory_id]
        if fact.valid_until is not None and fact.valid_until > start:
            until = max(fact.valid_from, start)
            Fact.objects.filter(workspace_id=writing.workspace, pk=fact.pk).update(valid_until=until)


def _put_mentions(
    writing: Turn, revisions: Sequence[Revision], spoken: Mapping[UUID, Sequence[Named]], called: Called
) -> None:
    wanted = {
        (revision.pk, called.entity(revision.memory_id, named.key).pk): revision.memory_id
        for revision in revisions
        for named in spoken[revision.memory_id]
    }
    rows = Mention.objects.filter(workspace_id=writing.workspace, memory_id__in=list(spoken))
    there = {(row.revision_id, row.entity_id): row for row in rows}
    gone = [row for key, row in there.items() if key not in wanted]
    hidden = [row.pk for key, row in there.items() if key in wanted and not row.live]
    if gone:
        rows.filter(pk__in=[row.pk for row in gone]).delete()
    if hidden:
        rows.filter(pk__in=hidden).update(live=True)
    Mention.objects.bulk_create(
        Mention(workspace_id=writing.workspace, memory_id=memory, revision_id=revision, entity_id=entity)
        for (revision, entity), memory in sorted(wanted.items())
        if (revision, entity) not in there
    )
    drop_orphans(writing.workspace, {row.entity_id for row in gone})
