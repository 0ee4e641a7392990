"""Short ways to tell a story in a test: the verbs with the usual things left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from continuum.kernel.actor import Actor
from memories.intake.submit import submit
from memories.recall.recall import recall
from memories.services.drafts import Answer, Draft, WriteMode
from memories.text.claims.spans import spans_of


class Spoken(NamedTuple):
    """A text that speaks of a thing, by its name; of how many it is one."""

    revision_id: UUID
    entity: str
    mentions: int


def remember(actor: Actor, content: str | None = None, **fields: Any) -> Answer:
    return submit(actor, draft=Draft(content=content, **fields))


def append(actor: Actor, name: str, text: str, **fields: Any) -> Answer:
    return submit(actor, draft=Draft(content=text, name=name, write_mode=WriteMode.APPEND, **fields))


def names_found(actor: Actor, query: str, **asked: Any) -> list[str]:
    return [memory.name for memory in recall(actor, query=query, **asked).memories]


def spoken_of(workspaces: Sequence[UUID], question: str, *, most: int) -> list[Spoken]:
    """The texts that speak of what a question names, as the search asks for them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT revision_id, entity, mentions FROM continuum_entity_fanout(%s, %s::text[], %s)",
            [list(workspaces), spans_of(question), most],
        )
        return [Spoken(*row) for row in cursor.fetchall()]
