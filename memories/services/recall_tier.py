"""Moving a memory between the recall tiers without rewriting it."""

from __future__ import annotations

from dataclasses import dataclass

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.models import Memory, RecallTier, Revision, Status
from memories.services import events, policy
from memories.services.drafts import Draft, Screened, Verdict
from memories.services.pieces import pieces_of
from memories.services.restating import active_revision, propose_again
from memories.services.revisions import follow
from memories.services.standing import standing_of
from memories.services.turns import Turn, turn

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


@dataclass(frozen=True, slots=True)
class Moved:
    """A memory after it was asked to another tier; `reason` says why that waits for a person, if it does."""

    memory: Memory
    reason: str = ""


@verb
def set_recall(
    actor: Actor, *, name: str, recall: str, workspace: str | None = None, task_id: str | None = None
) -> Moved:
    """Set the tier: always, relevance or manual. Raises ValidationFailed for another word, NotFound,
    Forbidden, Refused.

    Where it is for a person to decide, what the memory says now is proposed once more, with the tier.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    tier = tier_called(recall)
    with turn(actor, where, Permission.WRITE) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        if memory.recall_tier == tier:
            return Moved(memory)
        rows = policy.rows_of(memory.workspace)
        verdict = policy.on_tier(actor, memory.workspace, rows, standing=standing_of(memory), tier=tier)
        if verdict.decision == policy.Decision.REFUSE:
            raise Refused("A policy of this workspace leaves it to a person to set recall.")
        if verdict.decision == policy.Decision.PROPOSE:
            _propose(writing, memory, tier, verdict)
            return Moved(memory, verdict.reason)
        before, memory.recall_tier = memory.recall_tier, tier
        memory.save(update_fields=["recall_tier"])
        follow(writing, memory)
        details = {"recall": tier, "before": before, "fields": ["recall_tier"]}
        writing.record(events.CHANGED, memory_id=memory.pk, details=details)
    return Moved(memory)


def _propose(writing: Turn, memory: Memory, tier: str, verdict: Verdict) -> None:
    """Propose the text in force with this tier; once, however often it is asked."""
    active = active_revision(memory)
    if active is None or memory.archived_at is not None:
        raise Refused("A person decides on this tier, and nothing is in force here that could be proposed.")
    waiting = _own_proposal(writing, memory)
    if waiting is None:
        changes = {"recall_tier": tier}
        proposal, _ = propose_again(writing, memory, _as_it_is(memory, active, verdict), changes=changes)
        details = {"version": memory.version, "fields": sorted(changes)}
        writing.record(events.PROPOSED, memory_id=memory.pk, revision_id=proposal.pk, details=details)
    elif waiting.changes.get("recall_tier") == tier:
        writing.record(events.PROPOSED_AGAIN, memory_id=memory.pk, revision_id=waiting.pk)
    else:
        raise Refused("What you proposed for this memory still waits. Propose it again, with this tier.")


def _own_proposal(writing: Turn, memory: Memory) -> Revision | None:
    waiting = Revision.objects.filter(
        workspace_id=writing.workspace, memory_id=memory.pk, status=Status.PROPOSED
    )
    own = waiting.filter(client=writing.actor.client, agent=writing.actor.agent)
    return own.order_by("-created_at").first()


def _as_it_is(memory: Memory, active: Revision, verdict: Verdict) -> Screened:
    """The text in force, with where it comes from. It has been through intake."""
    draft = Draft(
        value=active.value,
        name=memory.name,
        description=active.description,
        trust=active.trust,
        source=active.source,
        source_date=active.source_date,
        confidence=active.confidence,
        basis=active.basis,
        user_confirmed=active.user_confirmed,
        valid_from=active.valid_from,
        valid_until=active.valid_until,
    )
    pieces = pieces_of(active.content, name=memory.name, description=active.description, source=active.source)
    return Screened(draft, active.content, active.content_hash, pieces, verdict)
