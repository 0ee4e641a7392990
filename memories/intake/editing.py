"""Approving a proposal in other words: the edited text enters by intake like any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from memories import access
from memories.errors import no_such_memory
from memories.intake.again import screened_for
from memories.intake.embed import vectors_for
from memories.intake.screen import Clean
from memories.intake.verdicts import beside_its_neighbours
from memories.models import Revision
from memories.services.drafts import Screened
from memories.services.pending import Approval, note_failure
from memories.services.review import approve_screened
from memories.services.secrets import policies_of


def approve_edited(
    actor: Actor,
    *,
    revision_id: UUID,
    content: str | None = None,
    value: Any = None,
    description: str | None = None,
    anyway: bool = False,
    replace_similar: bool = False,
    expected_version: int | None = None,
) -> Revision:
    """Make an edited text the active revision in place of a proposal, and retire that. Where its words come
    from, and what it changes beside the text, stay as proposed; who edited it is its author.

    Raises what `approve` raises, ValidationFailed, SecretRefused and Excluded. A failure stays written on the
    proposal, which waits on.
    """
    actor.require(Permission.REVIEW)
    proposal = _visible(actor, revision_id)
    try:
        item = _screened(actor, proposal, content, value, description)
    except Refused as refusal:
        note_failure(proposal.workspace_id, revision_id, refusal)
        raise
    how = Approval(anyway, replace_similar, expected_version)
    return approve_screened(actor, revision_id=revision_id, screened=item, how=how)


def _visible(actor: Actor, revision_id: UUID) -> Revision:
    found = (
        access.revisions(actor.workspaces.values()).filter(pk=revision_id).select_related("memory").first()
    )
    if found is None:
        raise no_such_memory(str(revision_id))
    actor.require_in(Permission.REVIEW, found.workspace_id)
    access.memory_with_id(actor, memory_id=found.memory_id, every_task=True)
    return found


def _screened(
    actor: Actor, proposal: Revision, content: str | None, value: Any, description: str | None
) -> Screened:
    said = proposal.description if description is None else description
    wording = {"content": content, "value": value, "description": said}
    secrets = policies_of(access.workspace(proposal.workspace_id))
    item = screened_for(actor, proposal.memory, proposal, wording, secrets)
    vectors, without = vectors_for([item.pieces])
    verdict = beside_its_neighbours(item.verdict, actor, proposal.workspace_id, Clean.of(item), vectors[0])
    return replace(item, vectors=vectors[0], without_vectors=without, verdict=verdict)
