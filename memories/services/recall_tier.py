"""Moving a memory between the recall tiers without rewriting it."""

from __future__ import annotations

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Memory, RecallTier, Revision, Status
from memories.services import events, policy
from memories.services.policy import LOW_TRUST
from memories.services.turns import turn

# What the seeds and their guides call the tiers.
TIER_ALIASES = {
    **dict.fromkeys(
        (
            "always_on",
            "directive",
            "guideline",
            "guidelines",
            "instruction",
            "policy",
            "rule",
            "rules",
            "standing",
        ),
        RecallTier.ALWAYS,
    ),
    **dict.fromkeys(("auto", "contextual", "default", "search"), RecallTier.RELEVANCE),
    **dict.fromkeys(("explicit", "never", "on_demand", "opt_in"), RecallTier.MANUAL),
}


def tier_called(word: str) -> str:
    """The tier that a word stands for, whatever the seeds called it. Raises ValidationFailed."""
    folded = word.strip().lower().replace("-", "_")
    tier = TIER_ALIASES.get(folded, folded)
    if tier not in RecallTier.values:
        raise invalid("recall", f"The tier is one of {', '.join(RecallTier.values)}.")
    return RecallTier(tier).value


def set_recall(
    actor: Actor, *, name: str, recall: str, workspace: str | None = None, task_id: str | None = None
) -> Memory:
    """Set the tier: always, relevance or manual. Raises ValidationFailed for another word, NotFound,
    Forbidden.

    Words of low trust reach `always` only by a person's hand.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace)
    tier = tier_called(recall)
    policy.require(actor, access.workspace(where), policy.Action.SET_RECALL)
    with turn(actor, where) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        if tier == RecallTier.ALWAYS and not actor.person:
            _refuse_low_trust(memory)
        if memory.recall_tier != tier:
            before, memory.recall_tier = memory.recall_tier, tier
            memory.save(update_fields=["recall_tier"])
            writing.record(events.CHANGED, memory_id=memory.pk, details={"recall": tier, "before": before})
    return memory


def _refuse_low_trust(memory: Memory) -> None:
    live = Revision.objects.filter(
        workspace_id=memory.workspace_id, memory_id=memory.pk, status=Status.ACTIVE
    )
    if live.filter(trust__in=LOW_TRUST).exists():
        raise invalid("recall", "These words come from outside; only a person can make them a standing rule.")
