"""memory_bulk_remember: many texts in one request, as one batch."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import BaseModel, ConfigDict, Field

from mcp_gateway import parameters as given
from mcp_gateway.answers import WrittenInBulk
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import REPLACES, tool
from mcp_gateway.progress import Progress
from mcp_gateway.telling import written
from mcp_gateway.threads import acting
from mcp_gateway.tools.remember import draft_from
from memories.intake.submit import submit_bulk

submitted = acting(submit_bulk)


class Item(BaseModel):
    """One memory; its fields mean what those of memory_remember mean."""

    model_config = ConfigDict(extra="forbid")

    content: given.Content = None
    value: given.Value = None
    name: given.NewName = None
    description: given.Description = None
    kind: given.Kind = None
    tags: given.Tags = None
    recall: given.Tier = None
    sensitivity: given.SensitivityOf = None
    source: given.Source = ""
    source_date: given.SourceDate = None
    trust: given.TrustOf = "agent"


Items = Annotated[list[Item], Field(description="At most 500, written in their order.")]
Label = Annotated[str, Field(description="What the batch is called, for who may undo it.")]


@tool(title="Remember many", hints=REPLACES)
async def memory_bulk_remember(
    *,
    items: Items,
    workspace: given.WritingTo = None,
    label: Label = "",
    context: Context[Any, Any],
) -> WrittenInBulk:
    """Save many memories of one workspace at once. What is refused is answered so, with its reason; the
    others are written as one batch, which a person can undo.
    """
    actor = current_actor()
    drafts = [draft_from(actor, {**_given(item), "workspace": workspace}) for item in items]
    progress = Progress(context)
    done = await submitted(actor, drafts=drafts, label=label, told=progress)
    await progress.told()
    return WrittenInBulk(
        answers=tuple(map(written, done.answers)), batch=str(done.batch_id) if done.batch_id else None
    )


def _given(item: Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in Item.model_fields}
