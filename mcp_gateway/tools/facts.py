"""memory_facts and memory_entity: single claims, and the things that they are about, now and as they were."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mcp_gateway import parameters as given
from mcp_gateway.answers_of_facts import Entity, Facts
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.limits import DEFAULT_FACTS
from mcp_gateway.telling_facts import entity, facts
from mcp_gateway.threads import acting
from memories.recall.entities import get_entity
from memories.recall.facts import list_facts

listed = acting(list_facts)
looked_up = acting(get_entity)

Query = Annotated[str | None, Field(description="Words; without them the newest first.")]
About = Annotated[str | None, Field(description="Only of this person, place, project or other thing.")]
Predicate = Annotated[str | None, Field(description="Only this one, such as lives_in.")]
AsOf = Annotated[str | None, Field(description="What was true then: an ISO date or time.")]
KnownAt = Annotated[str | None, Field(description="What was held then: an ISO date or time.")]
Retired = Annotated[bool, Field(description="Also what is held no longer.")]
NameOfIt = Annotated[str, Field(description="Any name it goes by.")]


@tool(title="Facts", hints=READS)
async def memory_facts(
    *,
    query: Query = None,
    entity: About = None,
    predicate: Predicate = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    include_retired: Retired = False,
    task_id: given.TaskId = None,
    private: given.Private = False,
    workspace: given.Workspace = None,
    limit: given.Limit = DEFAULT_FACTS,
    cursor: given.Cursor = None,
) -> Facts:
    """Single claims drawn from memories, each with the sentence that says so and when it was true.

    Of facts that contradict each other the latest is held; look back with `as_of`. A fact is a pointer: read
    the memory it names before you rely on it.
    """
    actor = current_actor()
    page = await listed(
        actor,
        query=query,
        workspace=workspace,
        entity=entity,
        predicate=predicate,
        as_of=as_of,
        known_at=known_at,
        include_retired=include_retired,
        task_id=task_id,
        private=private,
        limit=limit,
        cursor=cursor,
    )
    return facts(actor, page)


@tool(title="One thing", hints=READS)
async def memory_entity(
    *,
    name: NameOfIt,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    task_id: given.TaskId = None,
    private: given.Private = False,
    workspace: given.Workspace = None,
) -> Entity:
    """One person, place, project or other thing: what is held of it, what stands beside it, which memories
    speak of it.
    """
    actor = current_actor()
    found = await looked_up(
        actor,
        name=name,
        workspace=workspace,
        as_of=as_of,
        known_at=known_at,
        task_id=task_id,
        private=private,
    )
    return entity(actor, found)
