"""Resources: the guide, what belongs into every context, and each memory by its address."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer, ResourceSecurity

from mcp_gateway.caller import current_actor
from mcp_gateway.refusals import protocol_error, translated
from mcp_gateway.threads import acting
from memories.injection.inject import inject
from memories.recall.reading import get_memory
from memories.services.guide import get_guide

MARKDOWN = "text/markdown"
# The parts of an address are names in the store, never paths.
_NAMES = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)

read = acting(get_memory)
read_guide = acting(get_guide)
put_in = acting(inject)

CONTEXT = "memory://context"


async def guide() -> str:
    """How to use this memory."""
    try:
        found = await read_guide(current_actor())
    except Exception as error:  # the border, as below
        raise protocol_error(translated(error, during="resource"), missing=True) from None
    return found.text


async def context() -> str:
    """The owner's standing rules, framed as they are for every context."""
    try:
        found = await put_in(current_actor(), what=CONTEXT)
    except Exception as error:  # the border, as below
        raise protocol_error(translated(error, during="resource"), missing=True) from None
    return found.text or "There are no standing rules."


async def one_memory(workspace: str, name: str) -> str:
    """The whole text of one memory."""
    try:
        memory = await read(current_actor(), name=name, workspace=workspace)
    except Exception as error:  # the border: the protocol's own error, and nothing of a foreign one
        raise protocol_error(translated(error, during="resource"), missing=True) from None
    return memory.content


def add_resources(server: MCPServer) -> None:
    server.resource("memory://guide", name="guide", title="Guide", mime_type=MARKDOWN)(guide)
    server.resource(CONTEXT, name="context", title="Standing rules", mime_type=MARKDOWN)(context)
    server.resource(
        "memory://{workspace}/{name}", name="memory", title="A memory", mime_type=MARKDOWN, security=_NAMES
    )(one_memory)
