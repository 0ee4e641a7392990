"""Everything a person needs to decide on one proposal, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import Actor
from memories import access
from memories.admin.queue import states_of
from memories.admin.showing import origin_of
from memories.models import Memory, Revision, Status
from memories.models.outdated import moves_under, with_moves
from memories.recall.proposals import Proposal as Waiting
from memories.services.policy import LOW_TRUST
from memories.visible import beside, difference, visible, whole

BESIDE = 5  # other memories shown next to a proposal
_FIELDS = {
    "kind": _("kind"),
    "recall_tier": _("recall tier"),
    "sensitivity": _("sensitivity"),
    "tags": _("tags"),
    "expires_at": _("expires"),
    "check_by": _("check by"),
}


@dataclass(frozen=True, slots=True)
class Other:
    """A memory that stands next to the proposal, with what it says and the proposal does not marked."""

    memory: Memory
    text: SafeString
    contradicts: bool


def find_waiting(actor: Actor, revision_id: UUID) -> Revision | None:
    """The proposal, if it still waits and this person may see it."""
    where = list(actor.workspaces.values())
    waiting = access.revisions(where).filter(pk=revision_id, status=Status.PROPOSED)
    seen = waiting.filter(memory__in=access.memories(actor, where)).select_related("memory")
    return with_moves(seen).first()


def detail_of(actor: Actor, proposal: Revision) -> dict[str, Any]:
    """The page's context, but for what belongs to the queue."""
    current = _current(proposal)
    states = states_of(proposal)
    return {
        "proposal": proposal,
        "memory": proposal.memory,
        "name": visible(proposal.memory.name),
        "workspace": access.workspace_name(actor, proposal.workspace_id),
        "current": current,
        "text": difference(current.content, proposal.content) if current else whole(proposal.content),
        "states": states,
        "stale": [move.sentence for move in moves_under(proposal)],
        "archived": proposal.memory.archived_at is not None,
        "replaces": bool(proposal.similar or proposal.conflicts_with),
        "origin": visible(origin_of(proposal)),
        "source": visible(proposal.source),
        "low_trust": proposal.trust in LOW_TRUST,
        "rules": Waiting(proposal, "").rule_sentences,
        "changes": _changes(proposal.memory, proposal.changes),
        "others": _others(actor, proposal),
        "replaced": _names(actor, proposal.supersedes),
    }


def _current(proposal: Revision) -> Revision | None:
    held = access.revisions([proposal.workspace_id])
    return held.filter(memory_id=proposal.memory_id, status=Status.ACTIVE).first()


def _others(actor: Actor, proposal: Revision) -> list[Other]:
    """Contradicting memories first: they matter more than those that say nearly the same."""
    wanted = list(dict.fromkeys([*proposal.conflicts_with, *proposal.similar]))[:BESIDE]
    seen = access.memories(actor, [proposal.workspace_id]).filter(pk__in=wanted)
    active = access.revisions([proposal.workspace_id]).filter(memory__in=seen, status=Status.ACTIVE)
    found = {held.memory_id: held for held in active.select_related("memory")} if wanted else {}
    return [
        Other(held.memory, beside(held.content, proposal.content), other in proposal.conflicts_with)
        for other in wanted
        if (held := found.get(other)) is not None
    ]


def _names(actor: Actor, memories: Iterable[UUID]) -> list[str]:
    wanted = list(memories)
    if not wanted:
        return []
    seen = access.memories(actor, actor.workspaces.values())
    return list(seen.filter(pk__in=wanted).values_list("name", flat=True))


def _changes(memory: Memory, changes: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(what, from, to) of everything beside the text that an approval would change."""
    told = []
    shown = {field: value for field, value in changes.items() if memory.version or field != "kind"}
    for field, value in shown.items():
        before = _said(getattr(memory, field)) if memory.version else ""
        if before != _said(value):
            told.append((str(_FIELDS.get(field, field)), before, _said(value)))
    return told


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
