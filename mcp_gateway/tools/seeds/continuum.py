"""The toolset `continuum`: `type` is a memory's kind, answers are plain text."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from continuum.kernel.actor import Actor
from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ADDS, ERASES, READS, REPLACES, SETS, text_tool
from mcp_gateway.limits import MAX_PAGE
from mcp_gateway.threads import acting
from memories.injection.answering import answer
from memories.intake.submit import submit
from memories.recall.answers import Remembered
from memories.recall.entities import get_entity
from memories.recall.facts import Claimed, list_facts
from memories.recall.listing import list_memories
from memories.services.drafts import Answer, Draft, Outcome, WriteMode
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from memories.services.workspaces import list_places

SEED = "continuum"
text = partial(text_tool, seed=SEED)

Workspace = Annotated[str, Field(description="`default` when left out; reading another also reads it.")]
Type = Annotated[str, Field(description="user, feedback, project, reference or any other slug.")]
AnyType = Annotated[str | None, Field(description="Only this type.")]
TopK = Annotated[int, Field(json_schema_extra={"minimum": 1, "maximum": MAX_PAGE})]

submitted = acting(submit)
found = acting(answer)
looked_through = acting(list_memories)
facts_found = acting(list_facts)
looked_up = acting(get_entity)
moved = acting(set_recall)
forgotten = acting(forget)
hidden = acting(archive)
shown_again = acting(restore)


@acting
def _names(actor: Actor) -> list[str]:
    return [place.name for place in list_places(actor)]


@text(title="Save a memory", hints=REPLACES)
async def memory_save(
    *,
    name: given.Name,
    type: Type,
    description: str,
    content: str,
    workspace: Workspace = "default",
    supersedes: given.Supersedes = None,
    recall: given.Tier = None,
) -> str:
    """Save a memory under a name; saving the name again replaces its text. `recall` is kept when left out."""
    draft = Draft(
        name=name,
        kind=type,
        description=description,
        content=content,
        workspace=workspace,
        supersedes=supersedes or (),
        recall_tier=recall,
    )
    answer = await submitted(current_actor(), draft=draft)
    return _said("Saved", answer, f" (type={type}, recall={recall or 'as before, or relevance'})")


@text(title="Append to a memory", hints=ADDS)
async def memory_append(*, name: given.Name, text: str, workspace: Workspace = "default") -> str:
    """Add lines to the end of a memory."""
    draft = Draft(name=name, content=text, workspace=workspace, write_mode=WriteMode.APPEND)
    return _said("Appended to", await submitted(current_actor(), draft=draft), "")


def _said(done: str, answer: Answer, more: str) -> str:
    if answer.status is Outcome.DUPLICATE:
        return f"Already known as '{answer.name}'. {answer.reason}"
    if answer.status is Outcome.PROPOSED:
        return f"Proposed '{answer.name}'{more}. {answer.reason}"
    against = f" May conflict with: {', '.join(answer.conflicts)}." if answer.conflicts else ""
    return f"{done} memory '{answer.name}'{more}.{against}"


@text(title="Search memories", hints=READS)
async def memory_search(
    *,
    query: str,
    top_k: TopK = 5,
    type: AnyType = None,
    workspace: Workspace = "default",
) -> str:
    """Find memories by meaning and words, whole, best first."""
    page = await found(
        current_actor(), query=query, kinds=[type] if type else None, workspace=workspace, limit=top_k
    )
    return "\n\n---\n\n".join(map(_block, page.memories)) or "No memories found."


def _block(memory: Remembered) -> str:
    score = f", score={memory.receipt.score:.2f}" if memory.receipt else ""
    waits = ", proposed: a person has not agreed to it yet" if memory.status == "proposed" else ""
    against = (
        f"\nMay conflict with: {', '.join(memory.may_conflict_with)}" if memory.may_conflict_with else ""
    )
    standing = f"workspace={memory.workspace}, type={memory.kind}, recall={memory.recall}{score}{waits}"
    head = f"## {memory.name} ({standing})"
    return f"{head}\n{memory.description}{against}\n\n{memory.content}"


@text(title="Search facts", hints=READS)
async def memory_fact_search(*, query: str, top_k: TopK = 5, workspace: Workspace = "default") -> str:
    """Find single claims by their words, best first."""
    page = await facts_found(current_actor(), query=query, workspace=workspace, limit=top_k)
    return "\n".join(map(_fact, page.facts)) or "No facts found."


@text(title="Look up a thing", hints=READS)
async def memory_graph_search(*, entity: str, workspace: Workspace = "default") -> str:
    """One person, place, project or other thing, with every fact that is held of it."""
    found = await looked_up(current_actor(), name=entity, workspace=workspace)
    beside = ", ".join(each.name for each in found.neighbours)
    head = f"## {found.name} ({found.kind})\nSpoken of in: {', '.join(found.memories)}"
    lines = [head, *([f"Beside: {beside}"] if beside else []), *map(_fact, found.facts)]
    return "\n".join(lines)


def _fact(fact: Claimed) -> str:
    claim = f"{fact.subject} {fact.predicate.upper()} {fact.object}"
    return f"- [{fact.workspace}] {claim}: {fact.statement} (from {fact.memory})"


@text(title="List memories", hints=READS)
async def memory_list(
    *,
    type: AnyType = None,
    workspace: Workspace = "default",
    include_archived: bool = False,
) -> str:
    """The memories that are there, newest first, a line each."""
    asked: dict[str, Any] = {"kinds": [type] if type else None, "workspace": workspace, "limit": MAX_PAGE}
    page = await looked_through(current_actor(), **asked)
    lines = [_line(memory) for memory in page.memories]
    if include_archived:
        gone = await looked_through(current_actor(), archived=True, **asked)
        lines += [f"{_line(memory)} (archived)" for memory in gone.memories]
    return "\n".join(lines) or "No memories."


def _line(memory: Remembered) -> str:
    return f"- [{memory.workspace}] {memory.name} ({memory.kind}, {memory.recall}): {memory.description}"


@text(title="Set when it is recalled", hints=SETS)
async def memory_set_recall(
    *, name: given.Name, recall: given.NewTier, workspace: Workspace = "default"
) -> str:
    """Move a memory between the tiers always, relevance, manual."""
    done = await moved(current_actor(), name=name, recall=recall, workspace=workspace)
    return done.reason or f"'{name}' is recalled {recall}."


@text(title="Delete a memory", hints=ERASES)
async def memory_delete(*, name: given.Name, workspace: Workspace = "default") -> str:
    """Erase a memory for good, only when the user asked for it."""
    receipt = await forgotten(current_actor(), name=name, workspace=workspace)
    return (
        f"Deleted '{name}'." if receipt.erased else f"Archived '{name}': a person decides on erasures here."
    )


@text(title="Archive a memory", hints=SETS)
async def memory_archive(*, name: given.Name, workspace: Workspace = "default") -> str:
    """Take a memory out of every search, whole."""
    await hidden(current_actor(), name=name, workspace=workspace)
    return f"Archived '{name}'."


@text(title="Restore a memory", hints=SETS)
async def memory_restore(*, name: given.Name, workspace: Workspace = "default") -> str:
    """Bring an archived memory back."""
    await shown_again(current_actor(), name=name, workspace=workspace)
    return f"Restored '{name}'."


@text(title="List workspaces", hints=READS)
async def memory_list_workspaces() -> str:
    """The workspaces open to this connection."""
    return "\n".join(f"- {name}" for name in await _names(current_actor()))


TOOLS = (
    memory_save,
    memory_append,
    memory_search,
    memory_fact_search,
    memory_graph_search,
    memory_list,
    memory_set_recall,
    memory_delete,
    memory_archive,
    memory_restore,
    memory_list_workspaces,
)
