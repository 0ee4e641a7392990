"""What of a graph is drawn, by ids alone, kept as long as nothing was written. No name is kept: who may see
which is asked anew each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db import connection

from memories.recall.naming import Reader

KEPT_SECONDS = 300
"""What expires, or is read from a text later, may take so long to change a picture."""


class Edge(NamedTuple):
    """Two nodes that are joined, and how: by a claim (its predicate is the label), a mention, a link, or by
    being spoken of in the same memories (`times` of them).
    """

    source: UUID
    target: UUID
    sort: str
    label: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Cut:
    """The nodes that are drawn, heaviest first, each with its weight and whether it is a thing; the edges
    among them; how many nodes were left out.
    """

    chosen: Mapping[UUID, tuple[int, bool]]
    edges: Sequence[Edge]
    left_out: int


def kept_cut(reader: Reader, asked: tuple[Any, ...], make: Callable[[], Cut]) -> Cut:
    """The cut for what this reader asks for, made anew when something happened in a workspace or was read
    from a text since.
    """
    key = _key(reader, asked)
    cut: Cut | None = cache.get(key)
    if cut is None:
        cut = make()
        cache.set(key, cut, KEPT_SECONDS)
    return cut


def _key(reader: Reader, asked: tuple[Any, ...]) -> str:
    actor = reader.actor
    who = (actor.user_id, actor.person, actor.agent, actor.private, reader.private, reader.task_id)
    told = repr((who, [str(each) for each in reader.workspaces], asked, _state(reader.workspaces)))
    return f"continuum.graph:1:{hashlib.sha256(told.encode()).hexdigest()}"


def _state(workspaces: Sequence[UUID]) -> list[Any]:
    """How far the chains of events are, and how many texts are still to be read for things."""
    with connection.cursor() as running:
        running.execute(_STATE, {"workspaces": list(workspaces)})
        found: list[Any] = running.fetchall()
    return found


_STATE = """
    SELECT head.workspace_id, head.sequence,
           (SELECT count(*) FROM memories_job AS job WHERE job.workspace_id = head.workspace_id)
      FROM memories_chainhead AS head WHERE head.workspace_id = ANY (%(workspaces)s::uuid[]) ORDER BY 1"""
