"""Recall for a client that asks: the answer, and a row of activity that says what it was given and why."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.recall.answers import Recalled, Remembered
from memories.recall.by_name import recall_with_links
from memories.services.activities import Answered, record_answer


def answer(actor: Actor, *, workspace: str | None = None, query: str | None = None, **asked: Any) -> Recalled:
    """What `recall` answers, one memory that is asked for by its name with its links. A question leaves a row
    of activity with ids, reasons, scores and the time it took; a mere list leaves none. Raises what `recall`
    raises, and SecretRefused (an agent called by a secret).
    """
    began = time.perf_counter()
    found = recall_with_links(actor, workspace=workspace, query=query, **asked)
    if query is not None:
        record_answer(
            actor,
            answered=Answered(
                workspace=access.workspace_id(actor, workspace, Permission.READ),
                items=_items(actor, found),
                best_similarity=max(filter(None, map(_similarity, found.memories)), default=None),
                milliseconds=round((time.perf_counter() - began) * 1_000, 1),
            ),
        )
    return found


def _items(actor: Actor, found: Recalled) -> dict[UUID, list[dict[str, Any]]]:
    """By workspace, each memory that came, and why."""
    items: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for memory in found.memories:
        items[actor.workspaces[memory.workspace]].append(_item(memory))
    return dict(items)


def _item(memory: Remembered) -> dict[str, Any]:
    told = {
        "memory_id": str(memory.memory_id),
        "revision_id": str(memory.revision_id),
        "recall": memory.recall,
        "shown": "answer",
        "reasons": [],
    }
    if memory.receipt is None:
        return told
    return {**told, "reasons": [*memory.receipt.reasons], "score": memory.receipt.score}


def _similarity(memory: Remembered) -> float | None:
    return memory.receipt.similarity if memory.receipt else None
