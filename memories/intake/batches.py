"""Opening a batch: its label is text too."""

from __future__ import annotations

from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.intake.plain_text import kept_text
from memories.models import Batch
from memories.services import batches

MAX_LABEL = 200


def open_batch(actor: Actor, *, label: str = "", workspace: str | None = None) -> Batch:
    """A new batch; writes that carry its id (`submit_all(batch_id=...)`) belong to it and are undone with it.

    Raises Forbidden, NotFound, ValidationFailed, SecretRefused.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    return batches.open_batch(actor, label=label_of_batch(actor, label, where=where), workspace=workspace)


def label_of_batch(actor: Actor, label: str, *, where: UUID) -> str:
    """The label as it is kept. Raises ValidationFailed, SecretRefused."""
    return kept_text(actor, label, field="label", where=where, most=MAX_LABEL)
