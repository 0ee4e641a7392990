"""The one way any text gets in: shape -> screen -> embed -> decide -> write."""

from __future__ import annotations

from collections.abc import Sequence

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.intake.embed import vectors_for
from memories.intake.screen import Normal, normalised, refuse_excluded
from memories.intake.shape import shaped
from memories.models import Workspace
from memories.services import policy
from memories.services.drafts import Answer, Draft, Screened
from memories.services.memory import remember_all
from memories.services.pieces import pieces_of
from memories.text.names import name_from

MAX_BULK = 500


def submit(actor: Actor, *, draft: Draft) -> Answer:
    """Have one text remembered, appended or merged. Raises every ContinuumError a write can meet; see
    `submit_all`.
    """
    return submit_all(actor, drafts=[draft])[0]


def submit_all(actor: Actor, *, drafts: Sequence[Draft]) -> list[Answer]:
    """Have several texts of one workspace remembered, all or none, in their order.

    Raises Forbidden, NotFound, ValidationFailed, Excluded, SecretRefused, Refused, VersionConflict and
    IdempotencyConflict. Whatever is raised, nothing was written.
    """
    actor.require(Permission.WRITE)
    if not 1 <= len(drafts) <= MAX_BULK:
        raise ValidationFailed(f"Between 1 and {MAX_BULK} memories at once.", field="items", limit=MAX_BULK)
    if len({draft.workspace for draft in drafts}) > 1:
        raise ValidationFailed("Memories written at once belong to one workspace.", field="workspace")
    where = access.workspace_id(actor, drafts[0].workspace)
    tidy = [shaped(actor, draft) for draft in drafts]
    normals = [normalised(draft) for draft in tidy]
    if not actor.person:
        refuse_excluded(where, normals)
    return remember_all(actor, screened=_screened(actor, access.workspace(where), tidy, normals))


def _screened(
    actor: Actor, workspace: Workspace, drafts: Sequence[Draft], normals: Sequence[Normal]
) -> list[Screened]:
    pieces = [
        pieces_of(normal.text, name=draft.name or name_from(normal.text), description=draft.description or "")
        for draft, normal in zip(drafts, normals, strict=True)
    ]
    vectors, without = vectors_for(pieces)
    return [
        Screened(
            draft=draft,
            text=normal.text,
            content_hash=normal.content_hash,
            pieces=cut,
            verdict=policy.decide(actor, workspace, draft),
            vectors=vector,
            without_vectors=without,
        )
        for draft, normal, cut, vector in zip(drafts, normals, pieces, vectors, strict=True)
    ]
