"""memory_workspaces: where memories live, and a place for a new project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from continuum.kernel.actor import Actor, Permission
from mcp_gateway import parameters as given
from mcp_gateway import telling
from mcp_gateway.answers import Workspaces
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import SETS, tool
from mcp_gateway.threads import acting
from memories import access
from memories.services.workspaces import Place, create_workspace, list_places


@acting
def workspaces_with(actor: Actor, *, create: str | None) -> Sequence[Place]:
    """The actor's workspaces; the named one is made first unless it is there."""
    if create is None or create in actor.workspaces:
        return list_places(actor)
    made = create_workspace(actor, name=create)
    with access.acting(actor.joining(made.name, made.pk)) as joined:
        return list_places(joined)


@tool(title="List workspaces", hints=replace(SETS, needs=Permission.READ))
async def memory_workspaces(*, create: given.NewWorkspace = None) -> Workspaces:
    """The workspaces open to this connection: `default` for what is true everywhere, others for projects."""
    actor = current_actor()
    rows = await workspaces_with(actor, create=create)
    return telling.places(rows)
