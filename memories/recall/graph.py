"""Things and memories as a graph: what speaks of what, what is claimed between things, what links to what.

Everything is read within bounds, the newest first, so that a picture of a huge store costs what that of a
large one does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Sensitivity
from memories.models.facts import Kind
from memories.recall.cut import Cut, Edge, kept_cut
from memories.recall.facts import about
from memories.recall.naming import Reader, cluster_named, names_of, spoken_of
from memories.text.claims.claim import key_of
from memories.text.normalise import forgiving

MOST_NODES = 500
MOST_MENTIONS, MOST_FACTS, MOST_LINKS = 5_000, 2_000, 2_000
MOST_AROUND = 60
"""Memories that are looked into around one thing, the newest."""
MOST_TOGETHER = 12
"""Things of one memory that are joined to each other, where memories are not shown themselves."""
MOST_FOUND = 20
THING, MEMORY = "thing", "memory"
FACT, MENTION, LINK, TOGETHER = "fact", "mention", "link", "together"


@dataclass(frozen=True, slots=True)
class Node:
    """A thing (with its kind) or a memory; `weight` counts what it is joined to, seen or not."""

    id: UUID
    what: str
    name: str
    kind: str
    workspace: str
    weight: int
    task_id: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by weight, heaviest first, and the edges among them. `left_out` counts nodes beyond the limit."""

    nodes: Sequence[Node]
    edges: Sequence[Edge]
    left_out: int = 0


def graph(
    actor: Actor,
    *,
    workspace: str | None = None,
    around: str | None = None,
    memories: bool = True,
    kind: str | None = None,
    private: bool = False,
    most: int = MOST_NODES,
) -> Graph:
    """The graph of a workspace and the reader's default one: whole or, with a name, `around` one thing. With
    a `kind`, things of that kind alone; without `memories`, things alone, joined where texts speak of both.

    Raises Forbidden, NotFound (the workspace, the thing), ValidationFailed.
    """
    actor.require(Permission.READ)
    if not 1 <= most <= MOST_NODES:
        raise invalid("most", f"A picture has from 1 to {MOST_NODES} nodes.")
    if kind and kind not in Kind.values:
        raise invalid("kind", f"The kind is one of {', '.join(Kind.values)}.")
    reader = Reader(actor, access.reading_ids(actor, workspace), None, access.asked_private(actor, private))
    asked = (around, memories, kind, most)
    return _drawn(reader, kept_cut(reader, asked, lambda: _cut(reader, *asked)), kind=kind)


def _cut(reader: Reader, around: str | None, memories: bool, kind: str | None, most: int) -> Cut:
    """What is joined to what, and which of it is drawn: the heaviest."""
    found = _Found(reader)
    if around is None:
        found.read()
    else:
        found.read_around(cluster_named(reader, around).ids)
    edges, things = list(found.edges(memories=memories)), found.roots
    weights = Counter(end for edge in edges for end in (edge.source, edge.target))
    weights.update(dict.fromkeys(things - set(weights), 0))
    ranked = sorted(weights, key=lambda pk: (-weights[pk], pk not in things, pk.int))
    if kind:
        right = _of_kind(reader, things, kind)
        ranked = [pk for pk in ranked if pk not in things or pk in right]
    chosen = {pk: (weights[pk], pk in things) for pk in ranked[:most]}
    kept = [edge for edge in edges if edge.source in chosen and edge.target in chosen]
    return Cut(chosen, kept, len(ranked) - len(chosen))


@dataclass
class _Found:
    """What was read: pairs of memory and thing, claims between things, links between memories."""

    reader: Reader
    mentions: list[tuple[UUID, UUID]] = field(default_factory=list)
    facts: list[tuple[UUID, UUID, str]] = field(default_factory=list)
    links: list[tuple[UUID, UUID]] = field(default_factory=list)
    roots: set[UUID] = field(default_factory=set)

    def read(self) -> None:
        self.mentions = _mentions(self.reader.mentions())
        self.facts = _facts(self.reader.facts())
        self.links = _links(self.reader, None)
        self._name()

    def read_around(self, things: Sequence[UUID]) -> None:
        own = self.reader.mentions().filter(entity_id__in=things).order_by("-pk")
        near = list(dict.fromkeys(own.values_list("memory_id", flat=True)[:MOST_AROUND]))
        self.mentions = _mentions(self.reader.mentions().filter(memory_id__in=near))
        self.facts = _facts(about(self.reader.facts(), things))
        self.links = _links(self.reader, near)
        self._name()

    def _name(self) -> None:
        self.roots = {thing for _, thing in self.mentions}
        self.roots |= {thing for source, target, _ in self.facts for thing in (source, target)}

    def edges(self, *, memories: bool) -> Iterator[Edge]:
        claims = Counter(fact for fact in self.facts if fact[0] != fact[1])
        for (source, target, predicate), count in claims.items():
            yield Edge(source, target, FACT, predicate, count)
        if memories:
            yield from (Edge(memory, thing, MENTION) for memory, thing in dict.fromkeys(self.mentions))
            yield from (Edge(source, target, LINK) for source, target in dict.fromkeys(self.links))
            return
        for (one, other), count in self._together().items():
            yield Edge(one, other, TOGETHER, times=count)

    def _together(self) -> Counter[tuple[UUID, UUID]]:
        spoken: dict[UUID, set[UUID]] = {}
        for memory, thing in self.mentions:
            spoken.setdefault(memory, set()).add(thing)
        return Counter(
            pair for things in spoken.values() for pair in combinations(sorted(things)[:MOST_TOGETHER], 2)
        )


def _mentions(rows: QuerySet[Any]) -> list[tuple[UUID, UUID]]:
    """Memory and thing, what was merged by what it was merged into."""
    root = Coalesce("entity__merged_into_id", F("entity_id"))
    newest = rows.annotate(root=root).order_by("-pk").values_list("memory_id", "root")
    return list(newest[:MOST_MENTIONS])


def _facts(rows: QuerySet[Any]) -> list[tuple[UUID, UUID, str]]:
    held = rows.filter(retired_at=None).exclude(object_entity=None)
    source = Coalesce("subject__merged_into_id", F("subject_id"))
    target = Coalesce("object_entity__merged_into_id", F("object_entity_id"))
    newest = held.annotate(source=source, target=target).order_by("-learned_at", "-pk")
    return list(newest.values_list("source", "target", "predicate")[:MOST_FACTS])


def _links(reader: Reader, among: Sequence[UUID] | None) -> list[tuple[UUID, UUID]]:
    """Pairs of memories. A name means one of the linking text's own workspace, else of the default one."""
    seen = _memories(reader)
    rows = access.links(reader.workspaces).filter(memory__in=seen)
    rows = rows if among is None else rows.filter(memory_id__in=among)
    found = list(rows.order_by("-pk").values_list("memory_id", "workspace_id", "name")[:MOST_LINKS])
    named = seen.filter(name__in={name for *_, name in found}).values_list("workspace_id", "name", "pk")
    there = {(where, name): pk for where, name, pk in named}
    default = reader.workspaces[-1]
    ends = [(pk, there.get((where, name)) or there.get((default, name))) for pk, where, name in found]
    return [(pk, end) for pk, end in ends if end is not None and end != pk]


def _memories(reader: Reader) -> QuerySet[Any]:
    seen = access.memories(reader.actor, reader.workspaces).present()
    return seen if reader.private else seen.exclude(sensitivity=Sensitivity.PRIVATE)


# --- What is drawn of it ------------------------------------------------------------------------------------


def _drawn(reader: Reader, cut: Cut, *, kind: str | None) -> Graph:
    """Those nodes that the reader may know by name now, and the edges that have both their ends."""
    nodes = {node.id: node for node in _named(reader, cut.chosen)}
    edges = [edge for edge in cut.edges if edge.source in nodes and edge.target in nodes]
    order = [nodes[pk] for pk in cut.chosen if pk in nodes]
    return Graph(_without_lonely(order, edges) if kind else order, edges, cut.left_out)


def _without_lonely(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[Node]:
    """Memories that no shown thing is joined to are left out where a kind of things was asked for."""
    joined = {end for edge in edges for end in (edge.source, edge.target)}
    return [node for node in nodes if node.what == THING or node.id in joined]


def _of_kind(reader: Reader, things: set[UUID], kind: str) -> set[UUID]:
    found = access.entities(reader.workspaces).filter(pk__in=things, kind=kind)
    return set(found.values_list("pk", flat=True))


def _named(reader: Reader, chosen: Mapping[UUID, tuple[int, bool]]) -> Iterator[Node]:
    where = {pk: name for name, pk in reader.actor.workspaces.items()}
    known = spoken_of(reader, [pk for pk, (_, thing) in chosen.items() if thing])
    for entity in access.entities(reader.workspaces).filter(pk__in=known):
        place, weight = where[entity.workspace_id], chosen[entity.pk][0]
        yield Node(entity.pk, THING, entity.name, entity.kind, place, weight)
    rest = [pk for pk, (_, thing) in chosen.items() if not thing]
    for memory in _memories(reader).filter(pk__in=rest):
        task = memory.scope_key if memory.scope == "task" else ""
        place, weight = where[memory.workspace_id], chosen[memory.pk][0]
        yield Node(memory.pk, MEMORY, memory.name, memory.kind, place, weight, task, memory.private)


# --- Finding a thing ----------------------------------------------------------------------------------------


def find_things(
    actor: Actor, *, words: str, workspace: str | None = None, private: bool = False
) -> list[str]:
    """The names of things that are called by these words or by more than them, shortest first. Raises
    Forbidden, NotFound (the workspace).
    """
    actor.require(Permission.READ)
    reader = Reader(actor, access.reading_ids(actor, workspace), None, access.asked_private(actor, private))
    key = key_of(forgiving(words))
    if not key:
        return []
    rows = access.entity_names(reader.workspaces).filter(key__contains=key)
    root = Coalesce("entity__merged_into_id", F("entity_id"))
    roots = list(rows.annotate(root=root).values_list("root", flat=True)[:MOST_NODES])
    return _shortest(names_of(reader, roots).values())


def _shortest(names: Iterable[str]) -> list[str]:
    return sorted(dict.fromkeys(names), key=lambda name: (len(name), name))[:MOST_FOUND]
