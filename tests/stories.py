"""Short ways to tell a story in a test: the verbs with the usual things left out."""

from __future__ import annotations

from typing import Any

from continuum.kernel.actor import Actor
from memories.intake.submit import submit
from memories.recall.recall import recall
from memories.services.drafts import Answer, Draft, WriteMode


def remember(actor: Actor, content: str | None = None, **fields: Any) -> Answer:
    return submit(actor, draft=Draft(content=content, **fields))


def append(actor: Actor, name: str, text: str, **fields: Any) -> Answer:
    return submit(actor, draft=Draft(content=text, name=name, write_mode=WriteMode.APPEND, **fields))


def names_found(actor: Actor, query: str, **asked: Any) -> list[str]:
    return [memory.name for memory in recall(actor, query=query, **asked).memories]
