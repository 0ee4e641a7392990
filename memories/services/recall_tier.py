"""Moving a memory between the recall tiers without rewriting it."""

from __future__ import annotations

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Memory, RecallTier, Revision, Status
from memories.services import events
from memories.services.policy import LOW_TRUST
from memories.services.turns import turn


def set_recall(
    actor: Actor, *, name: str, recall: str, workspace: str | None = None, task_id: str | None = None
) -> Memory:
    """Set the tier: always, relevance or manual. Raises ValidationFailed for another word, NotFound,
    Forbidden.

    Words of low trust reach `always` only by a person's hand.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace)
    if recall not in RecallTier.values:
        raise invalid("recall", f"The tier is one of {', '.join(RecallTier.values)}.")
    with turn(actor, where) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        if recall == RecallTier.ALWAYS and not actor.person:
            _refuse_low_trust(memory)
        if memory.recall_tier != recall:
            before, memory.recall_tier = memory.recall_tier, recall
            memory.save(update_fields=["recall_tier"])
            writing.record(events.CHANGED, memory_id=memory.pk, details={"recall": recall, "before": before})
    return memory


def _refuse_low_trust(memory: Memory) -> None:
    live = Revision.objects.filter(
        workspace_id=memory.workspace_id, memory_id=memory.pk, status=Status.ACTIVE
    )
    if live.filter(trust__in=LOW_TRUST).exists():
        raise invalid("recall", "These words come from outside; only a person can make them a standing rule.")
