"""Which facts are held: settled against each other, retired with their text, and erased with their memory.

Everything here runs within a turn. Which fact of several is held follows from the texts in force alone, so
that it is the same in whatever order they came in, and what one retired comes back when that one goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from continuum.kernel.ids import new_id
from memories.models import Entity, Fact, Memory, Mention, RecallTier, Revision, Status
from memories.services.entities import cluster_of, drop_orphans, root_of
from memories.services.rows import insert
from memories.services.settling import Loser, Settled, settled
from memories.services.turns import Turn
from memories.text.words import tsvector_literal

ROWS_AT_ONCE = 200
Slots = set[tuple[UUID, str]]
"""Subjects, as their entities are before any merge, and what is said of them."""

STANDING = ("", *(Fact.Retired.CONTRADICTED, Fact.Retired.REPEATED, Fact.Retired.ARCHIVED, Fact.Retired.RULE))


def slots_of(facts: QuerySet[Fact]) -> Slots:
    return set(facts.values_list("subject_id", "slot").distinct())


def identity(fact: Fact) -> tuple[Any, ...]:
    """What makes two rows of one revision the same claim."""
    return fact.revision_id, fact.subject_id, fact.predicate, fact.object_key, fact.statement


def words_of(subject: str, fact: Fact) -> str:
    """By which words a fact is found."""
    return tsvector_literal(f"{subject} {fact.predicate.replace('_', ' ')} {fact.object} {fact.statement}")


def settle(writing: Turn, slots: Slots) -> None:
    """Have one fact of each slot held: that of these subjects, whatever they were merged with."""
    if not slots:
        return
    subjects = Entity.objects.filter(workspace_id=writing.workspace, pk__in={subject for subject, _ in slots})
    roots = {entity.pk: root_of(entity) for entity in subjects}
    members = {each.pk: root_of(each) for each in cluster_of(writing.workspace, set(roots.values()))}
    wanted = {(roots[subject], slot) for subject, slot in slots if subject in roots}
    groups: defaultdict[tuple[Any, ...], list[Fact]] = defaultdict(list)
    for fact in _standing(writing, members, {slot for _, slot in wanted}):
        if (members[fact.subject_id], fact.slot) in wanted:
            groups[members[fact.subject_id], fact.slot, fact.private, fact.reach].append(fact)
    _apply(writing, [settled(facts, now=writing.now) for facts in groups.values()])


def _standing(writing: Turn, subjects: Iterable[UUID], slots: set[str]) -> Iterable[Fact]:
    """The newest row of each claim that a text in force makes."""
    rows = Fact.objects.filter(
        Q(memory__expires_at=None) | Q(memory__expires_at__gt=writing.now),
        workspace_id=writing.workspace,
        subject_id__in=list(subjects),
        slot__in=slots,
        retired_for__in=STANDING,
        revision__status=Status.ACTIVE,
        memory__archived_at=None,
        memory__quarantined_at=None,
    ).exclude(memory__recall_tier=RecallTier.ALWAYS)
    return {
        identity(fact): fact for fact in rows.select_related("subject").order_by("learned_at", "pk")
    }.values()


def _apply(writing: Turn, results: Sequence[Settled]) -> None:
    back = [fact for result in results for fact in result.held if fact.retired_at is not None]
    again = {fact.pk: _held_again(writing, fact) for fact in back}
    if again:
        insert(list(again.values()))
    losers = [loser for result in results for loser in result.losers]
    lost = [_lost(writing, loser, again[loser.by].pk if loser.by in again else loser.by) for loser in losers]
    Fact.objects.bulk_update(
        [fact for fact in lost if fact is not None],
        ["retired_at", "retired_for", "retired_by", "valid_until"],
        batch_size=ROWS_AT_ONCE,
    )


def _held_again(writing: Turn, fact: Fact) -> Fact:
    """A row of its own: that it was not held for a time stays known."""
    again = copy(fact)
    again.pk, again._state.adding = new_id(), True
    again.learned_at, again.retired_at, again.retired_for, again.retired_by_id = writing.now, None, "", None
    again.valid_until = again.said_until
    again.words = words_of(fact.subject.name, again)
    return again


def _lost(writing: Turn, loser: Loser, winner: UUID) -> Fact | None:
    """The fact as it is from now on; None where it was so already."""
    fact = loser.fact
    wanted = (loser.retired_for, winner, loser.until)
    if fact.retired_at is not None and wanted == (fact.retired_for, fact.retired_by_id, fact.valid_until):
        return None
    fact.retired_at = fact.retired_at or writing.now
    fact.retired_for, fact.retired_by_id, fact.valid_until = wanted
    return fact


# --- Going --------------------------------------------------------------------------------------------------


def retire_rows(writing: Turn, rows: QuerySet[Fact], reason: str) -> int:
    """Hold these no longer, as far as they are held; returns how many were. What goes with its text was
    true until now, what is only put away may still be.
    """
    held = rows.filter(workspace_id=writing.workspace, retired_at=None)
    changes: dict[str, Any] = {"retired_at": writing.now, "retired_for": reason}
    if reason == Fact.Retired.REPLACED:
        ending = held.filter(Q(valid_until=None) | Q(valid_until__gt=writing.now))
        ending.update(valid_until=Greatest(F("valid_from"), writing.now))
    return held.update(**changes)


def retire_facts_of(writing: Turn, revision: Revision) -> None:
    """The revision is in force no longer; what others say of the same is settled after the commit."""
    within = {"workspace_id": writing.workspace, "revision_id": revision.pk}
    Mention.objects.filter(**within).update(live=False)
    if retire_rows(writing, Fact.objects.filter(**within), Fact.Retired.REPLACED):
        writing.to_extract[revision.pk] = revision.memory_id


def hide_facts_of(writing: Turn, memory: Memory, reason: str = Fact.Retired.ARCHIVED) -> None:
    """The memory is read no longer, or has become a rule: what others say of the same counts again, at
    once.
    """
    within = {"workspace_id": writing.workspace, "memory_id": memory.pk}
    Mention.objects.filter(**within).update(live=False)
    rows = Fact.objects.filter(**within)
    retire_rows(writing, rows, reason)
    settle(writing, slots_of(rows))


def follow_facts(writing: Turn, memory: Memory) -> None:
    """Have the facts say of their memory what it says of itself, and see that there are some, after the
    commit.
    """
    rows = Fact.objects.filter(workspace_id=writing.workspace, memory_id=memory.pk)
    seen = {"private": memory.private, "reach": memory.reach, "expires_at": memory.expires_at}
    moved = rows.exclude(**seen).update(**seen)
    if memory.recall_tier == RecallTier.ALWAYS:
        hide_facts_of(writing, memory, Fact.Retired.RULE)
    elif memory.pk not in writing.to_extract.values() and (moved or not _spoken_of(writing, memory)):
        active = Revision.objects.filter(
            workspace_id=writing.workspace, memory_id=memory.pk, status=Status.ACTIVE
        )
        writing.to_extract |= dict.fromkeys(active.values_list("pk", flat=True), memory.pk)


def _spoken_of(writing: Turn, memory: Memory) -> bool:
    return Mention.objects.filter(workspace_id=writing.workspace, memory_id=memory.pk, live=True).exists()


def erase_facts_of(writing: Turn, memory: Memory) -> tuple[int, int]:
    """Erase what was drawn from the memory, and every thing that nothing else speaks of; returns how many
    facts and how many things. What others say of the same counts again.
    """
    within = {"workspace_id": writing.workspace, "memory_id": memory.pk}
    rows, mentions = Fact.objects.filter(**within), Mention.objects.filter(**within)
    slots = slots_of(rows)
    touched = {subject for subject, _ in slots}
    touched |= set(rows.exclude(object_entity=None).values_list("object_entity_id", flat=True))
    touched |= set(mentions.values_list("entity_id", flat=True))
    facts = rows.count()
    writing.to_extract = {one: of for one, of in writing.to_extract.items() if of != memory.pk}
    rows.delete()
    mentions.delete()
    gone = drop_orphans(writing.workspace, touched)
    settle(writing, slots)
    return facts, gone
