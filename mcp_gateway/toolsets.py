"""Which tools a connection sees. It names its toolsets; `memory` when it names none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Forbidden, ValidationFailed
from mcp_gateway.declare import GuardedTool
from mcp_gateway.tools import web
from mcp_gateway.tools.bulk import memory_bulk_remember
from mcp_gateway.tools.capabilities import memory_capabilities
from mcp_gateway.tools.context import memory_context
from mcp_gateway.tools.facts import memory_entity, memory_facts
from mcp_gateway.tools.guide import memory_guide
from mcp_gateway.tools.handoffs import (
    memory_handoff_acknowledge,
    memory_handoff_create,
    memory_handoff_resume,
)
from mcp_gateway.tools.history import memory_history
from mcp_gateway.tools.query import memory_query
from mcp_gateway.tools.recall import memory_list, memory_recall
from mcp_gateway.tools.remember import memory_append, memory_propose, memory_remember
from mcp_gateway.tools.removal import memory_archive, memory_forget, memory_restore
from mcp_gateway.tools.revert import memory_revert
from mcp_gateway.tools.seeds import continuum, continuum_web, frank, opencontinuity
from mcp_gateway.tools.taking_along import memory_export, memory_import
from mcp_gateway.tools.tiers import memory_set_recall
from mcp_gateway.tools.workspaces import memory_workspaces
from oauth.services.offers import clash

DEFAULT = frozenset({"memory"})

TOOLSETS: Mapping[str, tuple[GuardedTool, ...]] = MappingProxyType(
    {
        "memory": (
            memory_guide,
            memory_remember,
            memory_append,
            memory_recall,
            memory_context,
            memory_list,
            memory_history,
            memory_forget,
            memory_set_recall,
            memory_workspaces,
            memory_handoff_create,
            memory_handoff_resume,
        ),
        "advanced": (
            memory_propose,
            memory_bulk_remember,
            memory_facts,
            memory_entity,
            memory_archive,
            memory_restore,
            memory_revert,
            memory_capabilities,
            memory_handoff_acknowledge,
            memory_query,
            memory_export,
            memory_import,
        ),
        "web": web.TOOLS,
        "continuum": (*continuum.TOOLS, *continuum_web.TOOLS),
        "opencontinuity": opencontinuity.TOOLS,
        "frank": frank.TOOLS,
    }
)


def chosen(names: str, *, granted: frozenset[str] | None = None) -> frozenset[str]:
    """The toolsets of a list parted by commas, or without one the granted ones, else the default.

    Where a connection was granted toolsets (not None), no others. Raises ValidationFailed for one that does
    not exist and for those that cannot be had together, Forbidden where nothing is left.
    """
    wanted = frozenset(filter(None, (name.strip() for name in names.split(","))))
    if unknown := wanted - TOOLSETS.keys():
        raise ValidationFailed(
            f"There is no toolset {sorted(unknown)[0]!r}; there are {', '.join(TOOLSETS)}.", field="toolsets"
        )
    if told := clash(wanted):
        raise ValidationFailed(told, field="toolsets")
    if granted is None:
        return wanted or DEFAULT
    open_to_it = frozenset((wanted or granted) & granted & TOOLSETS.keys())
    if not open_to_it:
        raise Forbidden("This connection was not granted that toolset. Its owner can grant it.")
    return open_to_it


@cache
def tools_of(toolsets: frozenset[str]) -> Mapping[str, GuardedTool]:
    """These toolsets' tools by the name that clients call them by. Where two have the same name, as in what
    was granted before that was refused, a seed's comes first: who has its toolset has a guide or a prompt
    that was written for it.
    """
    ordered = [name for name in TOOLSETS if name in toolsets]
    return MappingProxyType({tool.called: tool for name in ordered for tool in TOOLSETS[name]})


def lacking(tool: str, permissions: frozenset[Permission], *, toolsets: frozenset[str]) -> Permission | None:
    """The permission without which the tool can do nothing for this connection; None when it has it."""
    found = tools_of(toolsets).get(tool)
    return found.needs if found is not None and found.needs not in permissions else None
