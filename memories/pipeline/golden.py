"""Asking the golden questions, through recall as anyone does: on demand, in CI, after a change of model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.engines.base import EngineMisconfigured
from memories.models import GoldenQuestion, GoldenRun, Scope
from memories.pipeline.reindex import model_now
from memories.recall.query import MAX_LIMIT
from memories.recall.recall import recall
from memories.recall.setup import setup_now
from memories.services.golden import Figures, list_golden, note_run


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, where its memory came (None: nowhere), and why not as far in front as is wanted."""

    golden: GoldenQuestion
    place: int | None
    reason: str = ""

    @property
    def kept(self) -> bool:
        return self.place is not None and self.place <= self.golden.within


@dataclass(frozen=True, slots=True)
class Ran:
    """A run: its row, and each question."""

    run: GoldenRun
    asked: Sequence[Asked]

    @property
    def kept(self) -> bool:
        return all(each.kept for each in self.asked)


def run_golden(
    actor: Actor, *, workspace: str | None = None, between: Callable[[], None] | None = None
) -> Ran:
    """Ask every golden question of a workspace and write down what came of it, beside what came of it the
    time before. `between` is called after each. Raises Forbidden, NotFound.
    """
    access.workspace_id(actor, workspace, Permission.ADMIN)
    asked = []
    for golden in list_golden(actor, workspace=workspace):
        asked.append(_ask(actor, golden, workspace))
        if between is not None:
            between()
    places = {each.golden.pk: each.place for each in asked}
    figures = Figures(places, kept=sum(each.kept for each in asked))
    run = note_run(actor, figures=figures, model=_model(), setup=setup_now(), workspace=workspace)
    rows = {row.pk: row for row in list_golden(actor, workspace=workspace)}
    return Ran(run, [replace(each, golden=rows.get(each.golden.pk, each.golden)) for each in asked])


def _ask(actor: Actor, golden: GoldenQuestion, workspace: str | None) -> Asked:
    memory = golden.memory
    task = memory.scope_key if memory.scope == Scope.TASK else None
    found = recall(
        actor,
        query=golden.question,
        workspace=workspace,
        task_id=task,
        private=actor.private and memory.private,
        limit=MAX_LIMIT,
        explain=memory.name,
    )
    places = [place for place, hit in enumerate(found.memories, 1) if hit.memory_id == memory.pk]
    place = min(places, default=None)
    if place is not None and place <= golden.within:
        return Asked(golden, place)
    return Asked(golden, place, _why(place, golden, found.explanation.reason if found.explanation else ""))


def _why(place: int | None, golden: GoldenQuestion, reason: str) -> str:
    return (
        reason
        if place is None
        else f"It came in place {place}, and is wanted among the first {golden.within}."
    )


def _model() -> str:
    try:
        return model_now()
    except EngineMisconfigured:
        return ""
