"""Approving, in one step, all that one batch proposed."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories.models import Revision, Status
from memories.services.batches import get_batch
from memories.services.review import MAX_DECISIONS, Decision, decide_many


def decide_batch(actor: Actor, *, batch_id: UUID, decision: str = Decision.APPROVE) -> Counter[str]:
    """Approve, or reject, what of a batch still waits; says how many there were of each new status, and how
    many `waiting` that could not be decided, which keep why. Raises Forbidden, NotFound, ValidationFailed.
    """
    actor.require(Permission.REVIEW)
    batch = get_batch(actor, batch_id=batch_id)
    actor.require_in(Permission.REVIEW, batch.workspace_id)
    waiting = Revision.objects.filter(
        workspace_id=batch.workspace_id, batch_id=batch_id, status=Status.PROPOSED
    )
    ids = list(waiting.order_by("created_at", "pk").values_list("pk", flat=True))
    counts: Counter[str] = Counter()
    for start in range(0, len(ids), MAX_DECISIONS):
        decided = decide_many(actor, revision_ids=ids[start : start + MAX_DECISIONS], decision=decision)
        counts.update(each.status if each.done else "waiting" for each in decided)
    return counts
