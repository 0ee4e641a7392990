"""Things that memories speak of: one with what is held of it and what stands around it, all of them, and
which texts speak of those that a question names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.models import Fact
from memories.models.facts import Kind
from memories.recall.facts import Claimed, about, at_moment, claimed, moment_of
from memories.recall.naming import Cluster, Reader, cluster_named, standing_for
from memories.recall.query import DEFAULT_LIMIT, checked_query
from memories.text.claims.claim import key_of

MOST_NEIGHBOURS, MOST_MEMORIES, MOST_FACTS = 20, 50, 100
MOST_READ = 500
"""Mentions and facts that neighbours are counted in, the newest: a thing that all speak of has them all."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A thing that stands beside another: in how many facts with it, in how many memories."""

    name: str
    kind: str
    facts: int
    memories: int


@dataclass(frozen=True, slots=True)
class Thing:
    """One entity: the names it goes by beside the first, what is held of it, what it stands with, and the
    memories that speak of it.
    """

    id: UUID
    workspace: str
    name: str
    kind: str
    aliases: Sequence[str]
    facts: Sequence[Claimed]
    neighbours: Sequence[Neighbour]
    memories: Sequence[str]


class Spoken(NamedTuple):
    """An entity in a list: in how many memories it is spoken of."""

    id: UUID
    workspace: str
    name: str
    kind: str
    memories: int


@verb
def get_entity(
    actor: Actor,
    *,
    name: str,
    workspace: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    task_id: str | None = None,
    private: bool = False,
) -> Thing:
    """One thing by any of its names, of the workspace and the reader's default one, with the facts of a
    moment (see recall.facts). Raises Forbidden, NotFound, ValidationFailed.
    """
    actor.require(Permission.READ)
    wanted = checked_query(actor, workspace=workspace, task_id=task_id, private=private)
    where = access.reading_ids(actor, wanted.workspace)
    reader = Reader(actor, where, wanted.task_id, wanted.private)
    moment = moment_of(actor, as_of=as_of, known_at=known_at)
    cluster = cluster_named(reader, name)
    rows = about(at_moment(reader.facts(), moment), cluster.ids)
    return Thing(
        id=cluster.entity.pk,
        workspace=access.workspace_name(actor, cluster.entity.workspace_id),
        name=cluster.entity.name,
        kind=cluster.entity.kind,
        aliases=_aliases(reader, cluster),
        facts=claimed(reader, rows.order_by("-learned_at", "-pk")[:MOST_FACTS]),
        neighbours=_neighbours(reader, cluster, rows, now=moment.is_now),
        memories=_memories(reader, cluster) if moment.is_now else _sayers(rows),
    )


def list_entities(
    actor: Actor,
    *,
    workspace: str | None = None,
    kind: str | None = None,
    task_id: str | None = None,
    private: bool = False,
    limit: int = DEFAULT_LIMIT,
) -> list[Spoken]:
    """What most memories of a workspace and the reader's default one speak of. Raises Forbidden, NotFound,
    ValidationFailed.
    """
    actor.require(Permission.READ)
    if kind is not None and kind not in Kind.values:
        raise invalid("kind", f"The kind is one of {', '.join(Kind.values)}.")
    wanted = checked_query(actor, workspace=workspace, task_id=task_id, private=private, limit=limit)
    reader = Reader(actor, access.reading_ids(actor, wanted.workspace), wanted.task_id, wanted.private)
    rows = reader.mentions().annotate(root=Coalesce("entity__merged_into_id", F("entity_id")))
    if kind:
        rows = rows.filter(Q(entity__kind=kind) | Q(entity__merged_into__kind=kind))
    counted = rows.values("root").annotate(memories=Count("memory_id", distinct=True))
    counts = dict(counted.order_by("-memories", "root").values_list("root", "memories")[:MOST_READ])
    told = [
        Spoken(e.pk, access.workspace_name(actor, e.workspace_id), e.name, e.kind, counts[root])
        for root, e in standing_for(reader, counts).items()
        if kind in (None, e.kind)
    ]
    return sorted(told, key=lambda each: (-each.memories, each.name, each.id.int))[: wanted.limit]


def _aliases(reader: Reader, cluster: Cluster) -> list[str]:
    """Its other names, those of parts that the reader may not know of left out."""
    rows = access.entity_names(reader.workspaces).filter(entity_id__in=cluster.ids).order_by("pk")
    shown = rows.values_list("shown", flat=True)
    return [name for name in dict.fromkeys(shown) if key_of(name) != key_of(cluster.entity.name)]


def _memories(reader: Reader, cluster: Cluster) -> list[str]:
    rows = reader.mentions().filter(entity_id__in=cluster.ids).order_by("-pk")
    names = rows.values_list("memory__name", flat=True)[:MOST_MEMORIES]
    return list(dict.fromkeys(names))


def _sayers(rows: QuerySet[Fact]) -> list[str]:
    """The memories that say these facts, the newest first."""
    names = rows.order_by("-learned_at", "-pk").values_list("memory__name", flat=True)[:MOST_FACTS]
    return list(dict.fromkeys(names))[:MOST_MEMORIES]


def _neighbours(reader: Reader, cluster: Cluster, rows: QuerySet[Fact], *, now: bool) -> list[Neighbour]:
    """By the facts of the moment and, now, by the texts that speak of both: what a text spoke of that is over
    is not kept. What was merged is one.
    """
    facts = _beside_in_facts(reader, cluster, rows.filter(retired_at=None) if now else rows)
    memories = _beside_in_memories(reader, cluster) if now else Counter()
    found = [
        Neighbour(entity.name, entity.kind, facts[root], memories[root])
        for root, entity in standing_for(reader, {*facts, *memories}).items()
    ]
    return nsmallest(MOST_NEIGHBOURS, found, key=lambda each: (-each.facts, -each.memories, each.name))


def _beside_in_facts(reader: Reader, cluster: Cluster, rows: QuerySet[Fact]) -> Counter[UUID]:
    held = rows.exclude(object_entity=None).order_by("-learned_at")
    ends = [end for pair in held.values_list("subject_id", "object_entity_id")[:MOST_READ] for end in pair]
    merged = access.entities(reader.workspaces).filter(pk__in=set(ends)).exclude(merged_into=None)
    roots = dict(merged.values_list("pk", "merged_into_id"))
    own = _roots(cluster)
    return Counter(root for end in ends if (root := roots.get(end, end)) not in own)


def _beside_in_memories(reader: Reader, cluster: Cluster) -> Counter[UUID]:
    own = reader.mentions().filter(entity_id__in=cluster.ids).order_by("-pk")
    revisions = list(own.values_list("revision_id", flat=True)[:MOST_READ])
    beside = (
        reader.mentions()
        .filter(revision_id__in=revisions)
        .annotate(root=Coalesce("entity__merged_into_id", F("entity_id")))
    )
    counted = beside.exclude(root__in=_roots(cluster)).values("root")
    rows = counted.annotate(memories=Count("memory_id", distinct=True)).order_by("-memories", "root")
    return Counter(dict(rows.values_list("root", "memories")[:MOST_READ]))


def _roots(cluster: Cluster) -> set[UUID]:
    return {entity.merged_into_id or entity.pk for entity in cluster.parts}
