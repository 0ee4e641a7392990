"""Pinning what a question must bring, and writing down what came of asking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import NotFound
from memories import access
from memories.errors import invalid
from memories.models import GoldenQuestion, GoldenRun
from memories.services import events
from memories.services.turns import turn

MOST_WITHIN = 100
MOST_QUESTIONS = 500  # of a workspace: a run asks them all
_MANY = f"A workspace has at most {MOST_QUESTIONS} golden questions."


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run found: the place of each question's memory, None for none; and which were kept."""

    places: Mapping[UUID, int | None]
    kept: int

    def recall_at(self, most: int) -> float:
        """The share of the questions whose memory came among the first `most`."""
        found = sum(place is not None and place <= most for place in self.places.values())
        return found / len(self.places) if self.places else 1.0

    @property
    def mrr(self) -> float:
        """The mean of one by the place."""
        total = sum(1 / place for place in self.places.values() if place is not None)
        return total / len(self.places) if self.places else 1.0


def pin(
    actor: Actor,
    *,
    question: str,
    name: str,
    workspace: str | None = None,
    task_id: str | None = None,
    within: int = 10,
) -> GoldenQuestion:
    """Want this question, which has been through intake, to bring this memory of the workspace among the
    first `within`. Pinned again, only that number changes.

    Raises Forbidden, NotFound (the workspace, the memory), ValidationFailed.
    """
    actor.require(Permission.ADMIN)
    if not 1 <= within <= MOST_WITHIN:
        raise invalid("within", f"The place is a number from 1 to {MOST_WITHIN}.")
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        if GoldenQuestion.objects.filter(workspace_id=where).count() >= MOST_QUESTIONS:
            raise invalid("question", _MANY)
        row, _ = GoldenQuestion.objects.update_or_create(
            workspace_id=where,
            memory=memory,
            question=question,
            defaults={"within": within},
            create_defaults={
                "within": within,
                "user_id": actor.user_id,
                "client": actor.client,
                "created_at": writing.now,
            },
        )
        writing.record(events.GOLDEN_PINNED, memory_id=memory.pk, details={"golden": str(row.pk)})
    return row


def unpin(actor: Actor, *, golden_id: UUID) -> None:
    """Want it no longer. Raises Forbidden, NotFound."""
    actor.require(Permission.ADMIN)
    with turn(actor, _visible(actor, golden_id).workspace_id, Permission.ADMIN) as writing:
        row = _visible(actor, golden_id)
        row.delete()
        details = {"golden": str(golden_id)}
        writing.record(events.GOLDEN_UNPINNED, memory_id=row.memory_id, details=details)


def list_golden(actor: Actor, *, workspace: str | None = None) -> QuerySet[GoldenQuestion]:
    """The questions of one workspace whose memories this actor may see, oldest first. Raises Forbidden,
    NotFound.
    """
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    return _rows(actor, [where]).select_related("memory").order_by("created_at", "pk")


def list_runs(actor: Actor, *, workspace: str | None = None) -> QuerySet[GoldenRun]:
    """What came of asking, newest first. Raises Forbidden, NotFound."""
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    return GoldenRun.objects.filter(workspace_id=where).order_by("-at", "-pk")


def note_run(
    actor: Actor, *, figures: Figures, model: str, setup: str = "", workspace: str | None = None
) -> GoldenRun:
    """Write down what a run found, on each question beside what was found the time before, and as a whole.
    `model` makes the vectors, `setup` is what else decides. Raises Forbidden, NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        asked = GoldenQuestion.objects.filter(workspace_id=where, pk__in=figures.places)
        asked.update(place_before=F("place"), run_before=F("run_at"), run_at=writing.now)
        rows = list(asked)
        for row in rows:
            row.place = figures.places[row.pk]
        GoldenQuestion.objects.bulk_update(rows, ["place"])
        moved = [row.moved for row in rows]
        run = GoldenRun.objects.create(
            workspace_id=where,
            at=writing.now,
            model=model,
            asked=len(figures.places),
            kept=figures.kept,
            recall_at_5=round(figures.recall_at(5), 4),
            recall_at_10=round(figures.recall_at(10), 4),
            mrr=round(figures.mrr, 4),
            setup=setup[: GoldenRun.LONGEST_SETUP],
            worse=moved.count(1),
            better=moved.count(-1),
            user_id=actor.user_id,
            client=actor.client,
        )
        details = {"asked": run.asked, "kept": run.kept}
        writing.record(events.GOLDEN_RUN, details=details)
    return run


def _rows(actor: Actor, where: list[UUID]) -> QuerySet[GoldenQuestion]:
    seen = access.memories(actor, where, every_task=True)
    return GoldenQuestion.objects.filter(workspace_id__in=where, memory__in=seen)


def _visible(actor: Actor, golden_id: UUID) -> GoldenQuestion:
    found = _rows(actor, list(actor.workspaces.values())).filter(pk=golden_id).first()
    if found is None:
        raise NotFound("No golden question with this id here.", golden=str(golden_id))
    return found
