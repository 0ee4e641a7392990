"""Taking an import back, whole."""

from __future__ import annotations

from uuid import UUID

from continuum.kernel.actor import Actor
from memories.intake.again import undo_batch
from memories.portability.imports import get_import
from memories.services.undoing import Undone


def undo_import(actor: Actor, *, import_id: UUID) -> Undone:
    """Undo exactly what an import made and changed, in every workspace that it filled; what somebody changed
    since is kept. Raises what `undo_batch` raises, and NotFound.
    """
    row = get_import(actor, import_id=import_id)
    undone = Undone()
    for batch in row.report.get("batches", []):
        one = undo_batch(actor, batch_id=UUID(batch))
        for name in undone.counts:
            getattr(undone, name).extend(getattr(one, name))
    return undone
