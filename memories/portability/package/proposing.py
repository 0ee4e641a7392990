"""An agent's import: what the package says now waits for a person, as one batch."""

from __future__ import annotations

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError, Refused, ValidationFailed
from memories.intake.batches import open_batch
from memories.intake.submit import submit_all
from memories.models import RecallTier, Revision, Scope, Trust
from memories.portability.package.container import Container
from memories.portability.package.replay import Replayed, replay
from memories.portability.report import Report
from memories.services.drafts import Draft

MOST_PROPOSED = 500
TOO_MANY = "An agent proposes at most {most} memories at once; here are {count}. A person can import them."


def propose_all(actor: Actor, container: Container, *, workspace: str | None, report: Report) -> None:
    """Each text by itself: what is refused is reported, and the others wait. Raises ValidationFailed for more
    than a person would look through.
    """
    count = container.manifest.files["memories.jsonl"].lines
    if count > MOST_PROPOSED:
        message = TOO_MANY.format(most=MOST_PROPOSED, count=count)
        raise ValidationFailed(message, field="file", limit=MOST_PROPOSED)
    every = list(replay(container))
    report.read = len(every)
    if report.dry_run:
        return report.count("proposed", sum(found.active is not None for found in every))
    label = f"Memory Package of {container.manifest.created_at:%Y-%m-%d %H:%M}"
    batch = open_batch(actor, label=label, workspace=workspace)
    report.batches.append(batch.pk)
    for found in every:
        if found.active is not None:
            _propose(actor, found, found.active, workspace, report)
    return None


def _propose(actor: Actor, found: Replayed, active: Revision, workspace: str | None, report: Report) -> None:
    try:
        (answer,) = submit_all(actor, drafts=[_draft(found, active, workspace)], batch_id=report.batch)
    except Refused as refusal:
        report.count("refused")
        report.remark(f"line {found.place}", refusal.message)
    except ContinuumError as error:
        report.count("unreadable")
        report.remark(f"line {found.place}", error.message)
    else:
        report.count(answer.status.value)


def _draft(found: Replayed, active: Revision, workspace: str | None) -> Draft:
    memory = found.memory
    rule = memory.recall_tier == RecallTier.ALWAYS  # only a person makes one of what came from a file
    return Draft(
        content=active.content if active.value is None else None,
        value=active.value,
        name=memory.name,
        description=active.description or None,
        kind=memory.kind,
        tags=memory.tags,
        scope=Scope.TASK if memory.scope == Scope.TASK else None,
        task_id=memory.scope_key if memory.scope == Scope.TASK else None,
        recall_tier=None if rule else memory.recall_tier,
        sensitivity=memory.sensitivity,
        trust=Trust.IMPORT,
        source=active.source,
        source_date=active.source_date or active.created_at,
        workspace=workspace,
        propose_only=True,
    )
