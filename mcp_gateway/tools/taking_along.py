"""memory_export and memory_import: what fits a message. Whole vaults go by the API and the command line."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mcp_gateway import parameters as given
from mcp_gateway.answers import Answer
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ADDS, READS, tool
from mcp_gateway.threads import acting
from memories.portability.inline import export_inline, import_inline

exported, imported = acting(export_inline), acting(import_inline)

GoOn = Annotated[str | None, Field(description="`after` of the last answer, to go on.")]
Text = Annotated[str, Field(description="A JSON list as memory_export gives it, or a known export.")]
DryRun = Annotated[bool, Field(description="Only tell what would come of it.")]


class Exported(Answer):
    """A part of a workspace."""

    text: Annotated[str, Field(description="A JSON list.")]
    memories: int
    after: Annotated[str | None, Field(description="More follows: ask again with this.")] = None
    too_long: Annotated[tuple[str, ...], Field(description="Left out: longer than an answer.")] = ()


class Imported(Answer):
    """What came of an import."""

    format: str
    read: int
    counts: dict[str, int]
    remarks: Annotated[tuple[str, ...], Field(description="What was left out, and why.")] = ()
    batch: Annotated[str | None, Field(description="By it a person can undo it.")] = None


@tool(title="Export memories", hints=READS)
async def memory_export(*, workspace: given.WritingTo = None, after: GoOn = None) -> Exported:
    """The current texts of one workspace as a JSON list, in parts. Private ones stay out."""
    done = await exported(current_actor(), workspace=workspace, after=after)
    return Exported(text=done.text, memories=done.memories, after=done.after, too_long=done.too_long)


@tool(title="Import memories", hints=ADDS)
async def memory_import(
    *, text: Text, workspace: given.WritingTo = None, dry_run: DryRun = False
) -> Imported:
    """Take in an export of another program or of memory_export. It waits as one batch of proposals until a
    person approves.
    """
    report = await imported(current_actor(), text=text, workspace=workspace, dry_run=dry_run)
    return Imported(
        format=report.format,
        read=report.read,
        counts=dict(report.counts),
        remarks=tuple(f"{each.place}: {each.reason}" for each in report.remarks),
        batch=str(report.batch) if report.batch else None,
    )
