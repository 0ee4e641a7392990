"""Recall for who reads one memory by its name: it comes with what it links to and what links to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from continuum.kernel.actor import Actor
from memories import access
from memories.recall.answers import Recalled, Remembered
from memories.recall.links import with_links
from memories.recall.recall import recall


def recall_with_links(actor: Actor, *, names: Sequence[str] | None = None, **asked: Any) -> Recalled:
    """As `recall`; where one name is asked for, and not in the past, with the links of that memory. Raises
    what `recall` raises.
    """
    page = recall(actor, names=names, **asked)
    past = any(asked.get(moment) is not None for moment in ("as_of", "known_at"))
    if past or names is None or len(names) != 1:
        return page
    return replace(page, memories=[_linked(actor, each, asked) for each in page.memories])


def _linked(actor: Actor, found: Remembered, asked: dict[str, Any]) -> Remembered:
    reading = access.reading_ids(actor, asked.get("workspace"))
    task_id = asked.get("task_id")
    memory = access.memories(actor, reading, task_id=task_id).filter(pk=found.memory_id).first()
    if memory is None:
        return found
    private = bool(asked.get("private"))
    return with_links(actor, found, memory, reading=reading, task_id=task_id, private=private)
