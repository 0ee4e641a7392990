"""Texts that were in the store before come in again: revert and undo. They pass intake like any other, since
what may be kept can have changed meanwhile; where their words come from stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from memories import access
from memories.intake.embed import vectors_for
from memories.intake.screen import Clean, cleaned
from memories.intake.verdicts import beside_its_neighbours
from memories.models import Memory, Revision
from memories.secrets.policy import Policy
from memories.services import policy, undo_wanted, undoing
from memories.services.drafts import Answer, Draft, Screened, Verdict
from memories.services.exclusions import Exclusions
from memories.services.policy import Decision
from memories.services.restating import revert_to, version_of
from memories.services.secrets import policies_of
from memories.services.standing import standing_of
from memories.services.undo_wanted import Wanted
from memories.services.undoing import Undone

_LATER = "For now it is found by its words only: its vectors are being made."


def revert(
    actor: Actor,
    *,
    name: str,
    to_number: int,
    workspace: str | None = None,
    task_id: str | None = None,
    expected_version: int | None = None,
) -> Answer:
    """Have a memory say again what it said in an earlier version, as a new version. Its kind, tags, tier and
    privacy stay as they are.

    Raises Forbidden, NotFound (the memory, the version), Conflict (archived), VersionConflict, Refused,
    SecretRefused, Excluded.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
    secrets = policies_of(access.workspace(where))
    item = screened_again(actor, memory, version_of(memory, to_number), secrets)
    vectors, without = vectors_for([item.pieces])
    verdict = _verdict(actor, memory, item.draft)
    if verdict.decision == Decision.REFUSE:
        raise Refused(verdict.reason)
    verdict = beside_its_neighbours(verdict, actor, where, Clean.of(item), vectors[0])
    again = replace(item, vectors=vectors[0], without_vectors=without, verdict=verdict)
    again = replace(again, draft=replace(again.draft, task_id=task_id))
    return revert_to(
        actor, memory_id=memory.pk, number=to_number, screened=again, expected_version=expected_version
    )


def undo_client_writes(actor: Actor, *, client: str, last: int, workspace: str | None = None) -> Undone:
    """Undo a client's last writes in a workspace: every memory goes back to what they replaced. Asked
    again, it goes further back. What somebody changed since stays, and the answer says so.

    Raises Forbidden, NotFound, ValidationFailed.
    """
    wanted = undo_wanted.writes_of_client(actor, client=client, last=last, workspace=workspace)
    return _undo(actor, wanted)


def undo_batch(actor: Actor, *, batch_id: UUID) -> Undone:
    """Undo exactly what a batch made and changed. What somebody changed since stays, and the answer says so.
    Asked again, there is nothing more to undo. Raises Forbidden, NotFound.
    """
    return _undo(actor, undo_wanted.writes_of_batch(actor, batch_id=batch_id))


def _undo(actor: Actor, wanted: Wanted) -> Undone:
    plans = undoing.plans_for(actor, wanted)
    memories = {revision.pk: made.memory for made in plans for revision in made.texts}
    secrets = policies_of(access.workspace(wanted.workspace))
    texts: dict[UUID, Screened] = {}
    refused: dict[UUID, str] = {}
    for revision in access.revisions([wanted.workspace]).filter(pk__in=memories):
        try:
            texts[revision.pk] = screened_again(actor, memories[revision.pk], revision, secrets)
        except Refused as refusal:
            refused[revision.pk] = refusal.message
    return undoing.carry_out(actor, wanted=wanted, texts=texts, refused=refused)


def screened_again(
    actor: Actor, memory: Memory, revision: Revision, secrets: Mapping[str, Policy]
) -> Screened:
    """The revision's own text, let in again or refused."""
    own = {
        "content": revision.content if revision.value is None else None,
        "value": revision.value,
        "description": revision.description,
    }
    return screened_for(actor, memory, revision, own, secrets)


def screened_for(
    actor: Actor,
    memory: Memory,
    revision: Revision,
    wording: Mapping[str, Any],
    secrets: Mapping[str, Policy],
) -> Screened:
    """A text (`content`, `value`, `description`) to stand in a revision's place, with where its words come
    from. Without vectors: those of many texts are for the pipeline to make.
    """
    draft = Draft(
        **wording,
        name=memory.name,
        trust=revision.trust,
        source=revision.source,
        source_date=revision.source_date,
        confidence=revision.confidence,
        basis=revision.basis or None,
        user_confirmed=revision.user_confirmed,
        valid_from=revision.valid_from,
        valid_until=revision.valid_until,
        workspace=access.workspace_name(actor, memory.workspace_id),
    )
    clean = cleaned(actor, Exclusions(memory.workspace_id), draft, secrets)
    return Screened(
        draft=replace(clean.draft, trust=revision.trust),
        text=clean.text,
        content_hash=clean.content_hash,
        pieces=clean.pieces,
        verdict=Verdict(Decision.STORE),
        without_vectors=_LATER,
    )


def _verdict(actor: Actor, memory: Memory, draft: Draft) -> Verdict:
    workspace = access.workspace(memory.workspace_id)
    return policy.decide(actor, workspace, draft, policy.rows_of(workspace), target=standing_of(memory))
