"""The chain of events: every link holds the hash of the one before, so that a change anywhere shows."""

from __future__ import annotations

from memories.models import ChainHead, Event
from memories.models import events as of_models
from memories.services.chains import hash_of

# The actions that are written down. The past tense: an event is something that happened.
REMEMBERED = "memory.remembered"
FILED = "memory.filed_as_history"
PROPOSED = "memory.proposed"
PROPOSED_AGAIN = of_models.PROPOSED_AGAIN
CHANGED = "memory.changed"
SUPERSEDED = "memory.superseded"
ARCHIVED = "memory.archived"
RESTORED = "memory.restored"
FORGOTTEN = "memory.forgotten"
ERASURE_PROPOSED = "memory.erasure_proposed"
APPROVED = "proposal.approved"
REJECTED = "proposal.rejected"
REVERTED = "memory.reverted"
PROMOTED = "memory.promoted"
MOVED = "memory.moved"
UNDONE = "memory.undone"
WITHDRAWN = "proposal.withdrawn"
ERASURE_DECLINED = "memory.erasure_declined"
QUARANTINED = "memory.quarantined"
RELEASED = "memory.released"
REDACTED = "memory.redacted"
BATCH_OPENED = "batch.opened"
BATCH_UNDONE = "batch.undone"
WRITES_UNDONE = "client.writes_undone"
HANDOFF_CREATED = "handoff.created"
HANDOFF_ACKNOWLEDGED = "handoff.acknowledged"
HANDOFF_DECLINED = "handoff.declined"
HANDOFF_WITHDRAWN = "handoff.withdrawn"
HANDOFF_REPLACED = "handoff.replaced"
HANDOFF_EXPIRED = "handoff.expired"
HANDOFF_ERASED = "handoff.erased"
INDEX_REBUILT = "index.rebuilt"
GOLDEN_PINNED = "golden.pinned"
GOLDEN_UNPINNED = "golden.unpinned"
GOLDEN_RUN = "golden.run"
GUIDE_CHANGED = "guide.changed"
CLEANED_UP = "retention.cleaned_up"
POLICY_SET = "policy.set"
POLICY_DELETED = "policy.deleted"
ENTITIES_MERGED = "entity.merged"
ENTITY_SPLIT = "entity.split"
ENTITY_RENAMED = "entity.renamed"
EXCLUSION_LIFTED = "exclusion.lifted"
WORKSPACE_CREATED = "workspace.created"
WORKSPACE_CHANGED = "workspace.changed"
WORKSPACE_HANDED_OVER = "workspace.handed_over"
MEMBER_INVITED = "member.invited"
INVITATION_WITHDRAWN = "member.invitation_withdrawn"
MEMBER_JOINED = "member.joined"
MEMBER_CHANGED = "member.role_changed"
MEMBER_REMOVED = "member.removed"
MEMBER_LEFT = "member.left"


def link(head: ChainHead, event: Event) -> Event:
    """Put the event at the end of the chain: number it, hash it, move the head."""
    event.sequence = head.sequence + 1
    event.previous_hash = head.hash
    event.hash = link_hash(event)
    head.sequence, head.hash = event.sequence, event.hash
    return event


def link_hash(event: Event) -> str:
    """SHA-256 over the canonical JSON of the event and the hash before it."""
    return hash_of(
        [
            event.previous_hash,
            str(event.workspace_id),
            event.sequence,
            event.at.isoformat(),
            event.action,
            event.user_id,
            event.client,
            event.agent,
            str(event.memory_id or ""),
            str(event.revision_id or ""),
            event.details,
        ]
    )
