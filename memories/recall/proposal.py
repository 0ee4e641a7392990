"""One proposal with all that a person needs to decide on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import no_such_memory
from memories.models import Revision, Status
from memories.recall.proposals import Proposal, queue_of, with_what_is_beside

MOST_BESIDE = 5  # other memories shown next to a proposal


@dataclass(frozen=True, slots=True)
class Other:
    """A memory that says nearly the same, or something else of the same."""

    name: str
    workspace: str
    content: str
    contradicts: bool


@dataclass(frozen=True, slots=True)
class Examined:
    """A proposal, what the memory says now (empty for a new one), and what stands beside it: contradictions
    first.
    """

    proposal: Proposal
    current: Revision | None
    others: Sequence[Other]

    @property
    def archived(self) -> bool:
        return self.proposal.revision.memory.archived_at is not None


def get_proposal(actor: Actor, *, revision_id: UUID) -> Examined:
    """Raises Forbidden, and NotFound for what does not wait, or is not this actor's to see."""
    actor.require(Permission.REVIEW)
    row = queue_of(actor, list(actor.workspaces.values())).filter(pk=revision_id).first()
    if row is None:
        raise no_such_memory(str(revision_id))
    actor.require_in(Permission.REVIEW, row.workspace_id)
    active = access.revisions([row.workspace_id]).filter(status=Status.ACTIVE)
    return Examined(
        proposal=with_what_is_beside(actor, [row])[0],
        current=active.filter(memory_id=row.memory_id).first(),
        others=_others(actor, row),
    )


def waits(actor: Actor, *, revision_id: UUID) -> bool:
    """Whether it is in the queue still."""
    return queue_of(actor, actor.where(Permission.REVIEW)).filter(pk=revision_id).exists()


def _others(actor: Actor, row: Revision) -> list[Other]:
    wanted = list(dict.fromkeys([*row.conflicts_with, *row.similar]))[:MOST_BESIDE]
    if not wanted:
        return []
    seen = access.memories(actor, [row.workspace_id], every_task=True).filter(pk__in=wanted)
    held = access.revisions([row.workspace_id]).filter(memory__in=seen, status=Status.ACTIVE)
    found = {one.memory_id: one for one in held.select_related("memory")}
    workspace = access.workspace_name(actor, row.workspace_id)
    return [
        Other(found[pk].memory.name, workspace, found[pk].content, pk in row.conflicts_with)
        for pk in wanted
        if pk in found
    ]
