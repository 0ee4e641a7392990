"""Taking back what a client or a batch wrote, memory by memory, as far as nobody has changed it since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Batch, Event, FieldChange, Memory, Revision
from memories.services import events
from memories.services.changes import apply_changes
from memories.services.drafts import Screened
from memories.services.removal import hide, show
from memories.services.restating import propose_again, restate
from memories.services.revisions import follow, retire
from memories.services.turns import Turn, turn
from memories.services.undo_plan import NOT_KEPT, Past, Plan, plan
from memories.services.undo_wanted import Wanted

FORGOTTEN = "It was forgotten, which cannot be undone."
OUT_OF_REACH = "It is out of this connection's reach."
JUST_NOW = "It was changed just now."
TO_BE_ERASED = "A person was asked to erase it, and decides whether it comes back."


@dataclass(frozen=True, slots=True)
class Kept:
    """What was not undone, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class Undone:
    """The names of the memories that got back an earlier text (`restored`), were archived because the
    writes had made them (`removed`), lost a pending proposal (`withdrawn`) or got back a field, tier or
    place (`changed`), and what was `kept`.
    """

    restored: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        names = ("restored", "removed", "withdrawn", "changed", "kept")
        return {name: len(getattr(self, name)) for name in names}


def plans_for(actor: Actor, wanted: Wanted) -> list[Plan]:
    """What to do to each memory, as things stand; those out of the actor's reach are left out."""
    superseded = _superseded_by(wanted)
    touched = wanted.memories | {event.memory_id for event in superseded if event.memory_id}
    memories = access.memories(actor, [wanted.workspace], task_id=None).filter(pk__in=touched).order_by("pk")
    rows = {"workspace_id": wanted.workspace, "memory_id__in": touched}
    story = _grouped(Event.objects.filter(**rows).order_by("sequence"))
    changed = _grouped(FieldChange.objects.filter(**rows))
    versions = _grouped(Revision.objects.filter(**rows).defer("content", "value", "patch"))
    return [
        plan(
            Past(
                memory,
                story[memory.pk],
                versions[memory.pk],
                {change.sequence: change for change in changed[memory.pk]},
            ),
            wanted=wanted.sequences,
            replacing=wanted.revisions,
        )
        for memory in memories
    ]


def _superseded_by(wanted: Wanted) -> QuerySet[Event]:
    """What the revisions retired in other memories: named by them, or found to be like them and replaced."""
    rows = Revision.objects.filter(workspace_id=wanted.workspace, pk__in=wanted.revisions)
    linked = rows.values_list("supersedes", "similar", "conflicts_with")
    return Event.objects.filter(
        workspace_id=wanted.workspace,
        memory_id__in={memory for links in linked for memory in chain.from_iterable(links)},
        action=events.SUPERSEDED,
        details__by_revision__in=[str(revision) for revision in wanted.revisions],
    )


def _grouped(rows: Iterable[Any]) -> defaultdict[UUID, list[Any]]:
    found: defaultdict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.memory_id].append(row)
    return found


def carry_out(
    actor: Actor, *, wanted: Wanted, texts: Mapping[UUID, Screened], refused: Mapping[UUID, str]
) -> Undone:
    """Undo it, all in one transaction. `texts` are the texts that come back, by their old revision, as
    intake let them in; `refused` why it did not.
    """
    actor.require(Permission.REVIEW)
    with turn(actor, wanted.workspace, Permission.REVIEW) as writing:
        plans = plans_for(actor, wanted)
        undoing = _Undoing(writing, texts, refused)
        undoing.told.kept += _never_planned(wanted, plans)
        for made in plans:
            undoing.carry_out(made)
        if wanted.sequences:
            _record(writing, wanted, undoing.told)
    return undoing.told


def _never_planned(wanted: Wanted, plans: Sequence[Plan]) -> list[Kept]:
    missing = wanted.memories - {made.memory.pk for made in plans}
    there = Memory.objects.filter(workspace_id=wanted.workspace, pk__in=missing).count()
    kept = [Kept("", OUT_OF_REACH)] * there + [Kept("", FORGOTTEN)] * (len(missing) - there)
    return kept + [Kept("", NOT_KEPT)] * wanted.lost


def _record(writing: Turn, wanted: Wanted, told: Undone) -> None:
    if wanted.batch is None:
        writing.record(events.WRITES_UNDONE, details={"client": wanted.client, **told.counts})
        return
    Batch.objects.filter(pk=wanted.batch.pk, workspace_id=writing.workspace).update(undone_at=writing.now)
    writing.record(events.BATCH_UNDONE, details={"batch": str(wanted.batch.pk), **told.counts})


class _Undoing:
    """Carries out plans within one turn. Every event it writes names the events that it takes back."""

    def __init__(self, writing: Turn, texts: Mapping[UUID, Screened], refused: Mapping[UUID, str]) -> None:
        self.writing, self.texts, self.refused = writing, texts, refused
        self.told = Undone()

    def carry_out(self, made: Plan) -> None:
        name = made.memory.name
        if made.memory.erasure_asked_at is not None and not self.writing.actor.person:
            self.told.kept.append(Kept(name, TO_BE_ERASED))
            return
        absent = [revision.pk for revision in made.texts if revision.pk not in self.texts]
        reasons = made.kept + [self.refused.get(revision, JUST_NOW) for revision in absent]
        self.told.kept += [Kept(name, reason) for reason in reasons]
        if absent or not made.undone:
            return
        hidden = made.memory.archived_at is not None
        self._withdraw(made)
        self._go_back(made)
        self._move(made, hidden=hidden)

    def _note(self, made: Plan, action: str, revision: Revision | None = None, **details: Any) -> None:
        self.writing.record(
            action,
            memory_id=made.memory.pk,
            revision_id=revision.pk if revision else None,
            details={"undone": sorted(made.undone), **details},
        )

    def _withdraw(self, made: Plan) -> None:
        for proposal in made.withdraw:
            retire(self.writing, proposal)
            self.told.withdrawn.append(made.memory.name)
            self._note(made, events.WITHDRAWN, proposal)
        for filed in made.unfile:
            filed.decided_at = None  # it was never in force, in no past
            filed.save(update_fields=["decided_at"])
            self.told.withdrawn.append(made.memory.name)
        for amended in made.repropose:
            again = self.texts[amended.pk]
            propose_again(self.writing, made.memory, again, changes=amended.changes)

    def _go_back(self, made: Plan) -> None:
        """The text and the fields, as they were."""
        memory, restored = made.memory, None
        if made.restore is not None:
            again = self.texts[made.restore.pk]
            restored, _ = restate(self.writing, memory, again, before=made.retire, changes=made.fields)
            self.told.restored.append(memory.name)
            self._note(made, events.UNDONE, restored, version=memory.version, restored=str(made.restore.pk))
            return
        if made.retire is not None:
            retire(self.writing, made.retire)
        if made.fields:
            apply_changes(memory, made.fields)
            memory.save()
            follow(self.writing, memory)
            self.told.changed.append(memory.name)
        if made.fields or not made.withdraw:
            self._note(made, events.UNDONE, version=memory.version, fields=sorted(made.fields))

    def _move(self, made: Plan, *, hidden: bool) -> None:
        """Into the archive or out of it, where it was."""
        memory = made.memory
        if made.hidden is None:
            return
        if made.hidden and memory.archived_at is None:
            if self.writing.passages:
                self.writing.flush()  # they must be rows before they can go
            hide(self.writing, memory)
            self._note(made, events.ARCHIVED)
            self.told.removed.append(memory.name)
        elif hidden and not made.hidden:
            show(self.writing, memory)
            self._note(made, events.RESTORED)
            self.told.changed.append(memory.name)
