"""Which memories contradict those of an answer. Both are kept; who reads one hears of the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import connection

from memories.recall.answers import Remembered

_CONTRADICTIONS = """
    SELECT revision_id, name FROM continuum_contradictions(
      %(workspaces)s::uuid[], %(revisions)s::uuid[], %(scopes)s::text[], %(private)s)"""


def with_contradictions(
    memories: Sequence[Remembered], *, workspaces: Sequence[UUID], scopes: Sequence[str] | None, private: bool
) -> list[Remembered]:
    """The memories, each with the names of those that it may contradict and that the reader may see."""
    params = {
        "workspaces": list(workspaces),
        "revisions": [memory.revision_id for memory in memories],
        "scopes": None if scopes is None else list(scopes),
        "private": private,
    }
    others: defaultdict[UUID, list[str]] = defaultdict(list)
    with connection.cursor() as cursor:
        for revision_id, name in cursor.execute(_CONTRADICTIONS, params) if memories else []:
            others[revision_id].append(name)
    return [
        replace(memory, may_conflict_with=tuple(others[memory.revision_id]))
        if memory.revision_id in others
        else memory
        for memory in memories
    ]
