"""The official MCP memory server's memory.jsonl: entities with observations, and relations between them.
Lines that are damaged are told by their number and stop nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from memories.portability.importers.bundle import Bundle
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.json_items import items, json_lines
from memories.portability.importers.peek import Peek
from memories.portability.importers.values import kind, mapping, rest, sequence, text

SOURCE = "server-memory"
_ENTITY = frozenset(["type", "name", "entityName", "id", "entityType", "entity_type", "observations"])
_RELATION = frozenset(["type", "from", "to", "from_id", "to_id", "relationType", "relation_type"])
_NAMES = ("memory.jsonl", "memory.json")


def _file(bundle: Bundle) -> Any:
    named = [bundle.only] if bundle.only is not None else bundle.named(*_NAMES)
    return named[0] if named else None


def fits(bundle: Bundle, peek: Peek) -> bool:
    file = _file(bundle)
    if file is None:
        return False
    look = peek.at(file)
    graph = {"entities", "relations"} <= look.keys
    line = "type" in look.keys and bool(look.keys & {"observations", "entityType", "relationType"})
    return look.kind == "object" and (graph or line)


def read(bundle: Bundle) -> Iterator[Found]:
    """Entities in their order, each with its relations: what it has to do with others is read with it."""
    file = _file(bundle)
    bundle.wanted = frozenset([file.name])
    entities: dict[str, _Thing] = {}
    relations: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for place, told, wrong in _objects(bundle, file):
        if told is None:
            yield Left(place, wrong, UNREADABLE)
            continue
        left = _take(told, place, entities, relations)
        if left is not None:
            yield left
    named = {name for pairs in relations.values() for name, _ in pairs}
    for name, thing in entities.items():
        yield from thing.entry(relations.get(name, []))
    for name in sorted((set(relations) | named) - set(entities)):
        if relations.get(name):
            place = f"{file.base}, relations of an entity that is not in the file"
            yield from _Thing(name, place).entry(relations[name])


def _objects(bundle: Bundle, file: Any) -> Iterator[tuple[str, Mapping[str, Any] | None, str]]:
    look = Peek(bundle).at(file)
    if {"entities", "relations"} <= look.keys:
        for key, what in (("entities", "entity"), ("relations", "relation")):
            with bundle.opened(file) as raw:
                for number, found in enumerate(items(raw, f"{key}.item"), 1):
                    yield f"{file.base}, {key} {number}", {"type": what, **mapping(found)}, ""
        return
    with bundle.opened(file) as raw:
        for number, found, wrong in json_lines(raw):
            ok = isinstance(found, Mapping)
            yield f"{file.base}, line {number}", found if ok else None, wrong or "This is no object."


class _Thing:
    """An entity as it is put together from its lines."""

    def __init__(self, name: str, place: str) -> None:
        self.name, self.place = name, place
        self.kind = ""
        self.observations: list[str] = []
        self.fields: dict[str, Any] = {}

    def add(self, told: Mapping[str, Any]) -> None:
        self.kind = self.kind or text(told.get("entityType")) or text(told.get("entity_type"))
        self.observations += filter(None, map(text, sequence(told.get("observations"))))
        self.fields |= rest(told, _ENTITY)

    def entry(self, relations: list[tuple[str, str]]) -> Iterator[Found]:
        """What is known of it as one memory, in sentences that name it; relations as links."""
        lines = [f"- {observation}" for observation in dict.fromkeys(self.observations)]
        lines += [f"- {verb.replace('_', ' ')} [[{_tidy(to)}]]" for to, verb in dict.fromkeys(relations)]
        called = f"{self.name} ({self.kind})" if self.kind else self.name
        yield Entry(
            place=self.place,
            name=_tidy(self.name),
            line=self.name,
            content="\n".join([f"# {called}", *lines]) if lines else called,
            kind=kind(self.kind, "reference"),
            source=SOURCE,
            fields={**self.fields, **({"entity_type": self.kind} if self.kind else {})},
        )


def _tidy(name: str) -> str:
    """As a memory's name is spelt, so that links meet it."""
    return " ".join(name.replace("/", "-").replace("|", "-").replace("]", ")").replace("[", "(").split())


def _take(
    told: Mapping[str, Any],
    place: str,
    entities: dict[str, _Thing],
    relations: defaultdict[str, list[tuple[str, str]]],
) -> Left | None:
    if told.get("type") == "entity":
        name = text(told.get("name")) or text(told.get("entityName")) or text(told.get("id"))
        if not name:
            return Left(place, "This entity has no name.", UNREADABLE)
        entities.setdefault(name, _Thing(name, place)).add(told)
        return None
    if told.get("type") == "relation":
        here = text(told.get("from")) or text(told.get("from_id"))
        there = text(told.get("to")) or text(told.get("to_id"))
        verb = text(told.get("relationType")) or text(told.get("relation_type"))
        if not (here and there):
            return Left(place, "This relation does not say between whom.", UNREADABLE)
        relations[here].append((there, verb or "relates to"))
        return None
    return Left(place, "This type of line is not known.")


FORMAT = Format("server-memory", "Official MCP memory server", fits, read)
