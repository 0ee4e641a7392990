"""The toolset `frank`: memories are texts with a `type` and an id, answers and errors are JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from continuum.kernel.actor import Actor
from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ADDS, ERASES, READS, json_tool
from mcp_gateway.limits import DEFAULT_LIST, DEFAULT_RECALL
from mcp_gateway.moments import read_moment, shown
from mcp_gateway.threads import acting
from mcp_gateway.tools.seeds.by_id import place_of
from memories.injection.answering import answer
from memories.intake.submit import submit, submit_bulk
from memories.recall.answers import Recalled, Remembered
from memories.recall.listing import list_memories as list_verb
from memories.services.drafts import Answer, Draft
from memories.services.guide import get_guide
from memories.services.removal import Receipt
from memories.services.removal import forget as forget_verb

SEED = "frank"
json_answer = partial(json_tool, seed=SEED)
KEYWORD_ONLY = "keyword-only"

Text = Annotated[str, Field(description="One subject, in full sentences with names and dates.")]
Type = Annotated[str | None, Field(description="A slug: preference, fact, project, decision ...")]
Replaced = Annotated[str | None, Field(description="Id of the memory that this one replaces.")]
Statuses = Annotated[str | None, Field(description="proposed, active, superseded or rejected.")]


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")

    content: str
    type: str | None = None
    source: str = ""
    source_date: str | None = None


Items = Annotated[list[str | Item], Field(description="Texts, or objects with `content`; at most 500.")]

submitted_in_bulk = acting(submit_bulk)
found = acting(answer)
looked_through = acting(list_verb)
guide_of = acting(get_guide)


@json_answer(title="Read the operating guide", hints=READS)
async def get_operating_guide() -> Mapping[str, Any]:
    """How to use this memory: when to recall, what to save, what never to save. Read it once, at first."""
    return {"guide": (await guide_of(current_actor())).text}


@json_answer(title="Recall", hints=READS)
async def recall(
    *,
    query: str,
    type: Type = None,
    include_superseded: bool = False,
    limit: given.Limit = DEFAULT_RECALL,
) -> Mapping[str, Any]:
    """Find memories by meaning and words, best first."""
    actor = current_actor()
    statuses = ["active", "proposed", "superseded"] if include_superseded else None
    page = await found(actor, query=query, kinds=[type] if type else None, statuses=statuses, limit=limit)
    return _page(actor, page)


@json_answer(title="List memories", hints=READS)
async def list_memories(
    *,
    status: Statuses = None,
    type: Type = None,
    limit: given.Limit = DEFAULT_LIST,
    cursor: given.Cursor = None,
) -> Mapping[str, Any]:
    """The memories that are there, newest first."""
    actor = current_actor()
    asked: dict[str, Any] = {"statuses": [status] if status else None, "kinds": [type] if type else None}
    return _page(actor, await looked_through(actor, **asked, limit=limit, cursor=cursor))


def _page(actor: Actor, page: Recalled) -> dict[str, Any]:
    return {
        "mode": KEYWORD_ONLY if page.mode == "words-only" else page.mode,
        "results": [_told(actor, memory) for memory in page.memories],
        "next_cursor": page.next_cursor,
    }


def _told(actor: Actor, memory: Remembered) -> dict[str, Any]:
    told = {
        "id": str(memory.memory_id),
        "content": memory.content,
        "type": memory.kind,
        "status": memory.status,
        "source": memory.source or None,
        "source_date": shown(memory.source_date, actor.timezone),
        "created_at": shown(memory.created_at, actor.timezone),
        "may_conflict_with": list(memory.may_conflict_with) or None,
        "score": memory.receipt.score if memory.receipt else None,
    }
    return {name: value for name, value in told.items() if value is not None}


@json_answer(title="Remember", hints=ADDS)
async def remember(
    *,
    content: Text,
    type: Type = None,
    source: given.Source = "",
    source_date: given.SourceDate = None,
    supersedes: Replaced = None,
) -> Mapping[str, Any]:
    """Save a text. In review mode it is proposed; the answer says which."""
    item = Item(content=content, type=type, source=source, source_date=source_date)
    return await _offered(item, supersedes=supersedes, propose=False)


@json_answer(title="Propose a memory", hints=ADDS)
async def propose_memory(
    *,
    content: Text,
    type: Type = None,
    source: given.Source = "",
    source_date: given.SourceDate = None,
    supersedes: Replaced = None,
) -> Mapping[str, Any]:
    """Offer a text to the owner, whatever the mode."""
    item = Item(content=content, type=type, source=source, source_date=source_date)
    return await _offered(item, supersedes=supersedes, propose=True)


async def _offered(item: Item, *, supersedes: str | None, propose: bool) -> Mapping[str, Any]:
    actor = current_actor()
    draft = _draft(actor, item)
    return _became(await _remembered(actor, draft=draft, supersedes=supersedes, propose=propose))


@json_answer(title="Remember many", hints=ADDS)
async def bulk_remember(*, items: Items, source: given.Source = "") -> Mapping[str, Any]:
    """Save many texts under one batch that the owner can undo. Each is answered for itself."""
    actor = current_actor()
    wanted = [Item(content=item, source=source) if isinstance(item, str) else item for item in items]
    drafts = [_draft(actor, item) for item in wanted]
    done = await submitted_in_bulk(actor, drafts=drafts, label=source[:200])
    return {
        "batch_id": str(done.batch_id) if done.batch_id else None,
        "results": [*map(_became, done.answers)],
    }


def _draft(actor: Actor, item: Item) -> Draft:
    return Draft(
        content=item.content,
        kind=item.type,
        source=item.source,
        source_date=read_moment(actor, "source_date", item.source_date),
    )


def _became(answer: Answer) -> dict[str, Any]:
    return {
        "status": answer.status,
        "id": answer.memory_id or None,
        "reason": answer.reason,
        "similar_to": list(answer.similar),
        "may_conflict_with": list(answer.conflicts),
    }


@json_answer(title="Forget", hints=ERASES)
async def forget(*, id: Annotated[str, Field(description="The memory's id.")]) -> Mapping[str, Any]:
    """Erase a memory for good, only when the user asked for it. The same text is refused from then on."""
    receipt = await _gone(current_actor(), memory_id=id)
    return {"id": id, "forgotten": receipt.erased, "reason": receipt.reason}


@acting
def _remembered(actor: Actor, *, draft: Draft, supersedes: str | None, propose: bool) -> Answer:
    replaced = [place_of(actor, supersedes, field="supersedes")["name"]] if supersedes else []
    return submit(actor, draft=replace(draft, supersedes=replaced, propose_only=propose))


@acting
def _gone(actor: Actor, *, memory_id: str) -> Receipt:
    return forget_verb(actor, **place_of(actor, memory_id, field="id"))


TOOLS = (
    get_operating_guide,
    recall,
    list_memories,
    remember,
    propose_memory,
    bulk_remember,
    forget,
)
