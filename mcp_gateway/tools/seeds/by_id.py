"""Memories that a seed's clients know by their id; verbs know them by name."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from memories import access


def place_of(actor: Actor, memory_id: str, *, field: str, task_id: str | None = None) -> dict[str, Any]:
    """The name and workspace, and the task where one is named, of the memory with this id.

    Raises ValidationFailed naming the field, NotFound.
    """
    try:
        wanted = UUID(memory_id)
    except ValueError:
        raise ValidationFailed("That is no memory id.", field=field) from None
    memory = access.memory_with_id(actor, memory_id=wanted, task_id=task_id)
    workspace = access.workspace_name(actor, memory.workspace_id)
    return {"name": memory.name, "workspace": workspace, "task_id": task_id}
