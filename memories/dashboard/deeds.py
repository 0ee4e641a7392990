"""What was done, in words, for every action that events are written for: who did it stands before."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

TOLD: dict[str, Any] = {
    "memory.remembered": _("remembered"),
    "memory.filed_as_history": _("filed as history"),
    "memory.proposed": _("proposed"),
    "memory.proposed_again": _("proposed once more"),
    "memory.changed": _("changed"),
    "memory.superseded": _("replaced"),
    "memory.archived": _("archived"),
    "memory.restored": _("restored"),
    "memory.forgotten": _("forgot for good"),
    "memory.erasure_proposed": _("proposed to forget"),
    "memory.erasure_declined": _("kept after all"),
    "memory.reverted": _("set back to an earlier version"),
    "memory.undone": _("undid a change of"),
    "memory.promoted": _("took a copy to another workspace of"),
    "memory.moved": _("moved to another workspace"),
    "memory.quarantined": _("put in quarantine"),
    "memory.released": _("released from quarantine"),
    "memory.redacted": _("took a secret out of"),
    "proposal.approved": _("approved"),
    "proposal.rejected": _("rejected"),
    "proposal.reopened": _("took back into review"),
    "proposal.withdrawn": _("withdrew the proposal"),
    "batch.opened": _("began a batch"),
    "batch.undone": _("undid a batch"),
    "client.writes_undone": _("undid what a client wrote"),
    "handoff.created": _("handed a task over"),
    "handoff.acknowledged": _("took a handoff"),
    "handoff.declined": _("declined a handoff"),
    "handoff.withdrawn": _("withdrew a handoff"),
    "handoff.replaced": _("replaced a handoff"),
    "handoff.expired": _("let a handoff expire"),
    "handoff.erased": _("erased a handoff"),
    "index.rebuilt": _("rebuilt the search index"),
    "golden.pinned": _("pinned a golden question"),
    "golden.unpinned": _("unpinned a golden question"),
    "golden.run": _("ran the golden questions"),
    "guide.changed": _("changed the guide"),
    "retention.cleaned_up": _("cleaned up what was past its time"),
    "policy.set": _("set a policy"),
    "policy.deleted": _("deleted a policy"),
    "entity.merged": _("merged two things"),
    "entity.split": _("split a thing"),
    "entity.renamed": _("renamed a thing"),
    "workspace.created": _("made the workspace"),
    "workspace.changed": _("changed the workspace"),
    "workspace.handed_over": _("handed the workspace over"),
    "member.invited": _("invited somebody"),
    "member.invitation_withdrawn": _("withdrew an invitation"),
    "member.joined": _("joined the workspace"),
    "member.role_changed": _("changed somebody's role"),
    "member.removed": _("removed somebody from the workspace"),
    "member.left": _("left the workspace"),
    "exclusion.lifted": _("lifted an exclusion"),
}


def told(action: str) -> Any:
    """The words for an action; its own name for one that nobody has put into words."""
    return TOLD.get(action, action)
