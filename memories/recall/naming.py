"""From a name to the thing that it names, as far as the reader may see that anything speaks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from continuum.kernel.actor import Actor
from memories import access
from memories.errors import no_such_entity
from memories.models import Entity, Fact, Mention
from memories.text.claims.claim import key_of
from memories.text.normalise import forgiving


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads which workspaces, the first before the others, and what of them: one task's, private ones."""

    actor: Actor
    workspaces: Sequence[UUID]
    task_id: str | None = None
    private: bool = False

    def facts(self) -> QuerySet[Fact]:
        return access.facts(self.actor, self.workspaces, task_id=self.task_id, private=self.private)

    def mentions(self) -> QuerySet[Mention]:
        return access.mentions(self.actor, self.workspaces, task_id=self.task_id, private=self.private)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A thing with all that was merged into it: those parts that something speaks of to the reader, what the
    others were merged into first.
    """

    parts: Sequence[Entity]

    @property
    def ids(self) -> list[UUID]:
        return [entity.pk for entity in self.parts]

    @property
    def entity(self) -> Entity:
        """The one whose name and kind stand for all. Another's might tell what the reader may not see."""
        return self.parts[0]


def cluster_named(reader: Reader, name: str) -> Cluster:
    """The thing of that name, of each of the workspaces that has one. Raises NotFound, also where nothing
    that the reader may see calls it so.
    """
    found = access.entity_names(reader.workspaces).filter(key=key_of(forgiving(name)))
    named = list(found.values_list("entity_id", "entity__merged_into_id"))
    roots = {merged_into or entity for entity, merged_into in named}
    entities = access.entities(reader.workspaces).filter(Q(pk__in=roots) | Q(merged_into_id__in=roots))
    spoken = spoken_of(reader, entities.values_list("pk", flat=True))
    parts = sorted((each for each in entities if each.pk in spoken), key=lambda each: _place(reader, each))
    called = {entity for entity, _ in named} | roots
    if not any(each.pk in called for each in parts):
        raise no_such_entity(name)
    return Cluster(parts)


def _place(reader: Reader, entity: Entity) -> tuple[object, ...]:
    where = list(reader.workspaces).index(entity.workspace_id)
    return where, entity.merged_into_id is not None, entity.created_at, entity.pk


def spoken_of(reader: Reader, ids: Iterable[UUID]) -> set[UUID]:
    """Those of the entities that a text in force, or a fact of one that was, speaks of to this reader."""
    wanted = list(ids)
    if not wanted:
        return set()
    this, facts = OuterRef("pk"), reader.facts()
    spoken = (
        Exists(reader.mentions().filter(entity_id=this))
        | Exists(facts.filter(subject_id=this))
        | Exists(facts.filter(object_entity_id=this))
    )
    return set(access.entities(reader.workspaces).filter(spoken, pk__in=wanted).values_list("pk", flat=True))


def names_of(reader: Reader, ids: Iterable[UUID]) -> Mapping[UUID, str]:
    """What these are called, those that the reader may know of."""
    spoken = spoken_of(reader, ids)
    return dict(access.entities(reader.workspaces).filter(pk__in=spoken).values_list("pk", "name"))


def standing_for(reader: Reader, roots: Iterable[UUID]) -> dict[UUID, Entity]:
    """By root, what stands for a thing and all that was merged into it, to this reader: the root or, where
    nothing that the reader may see calls it so, the eldest part that something does. Of each root something
    that the reader may see must have been found: what nothing was merged into is not asked about again.
    """
    wanted = set(roots)
    standing = {each.pk: each for each in access.entities(reader.workspaces).filter(pk__in=wanted)}
    parts = list(access.entities(reader.workspaces).filter(merged_into_id__in=wanted))
    if not parts:
        return standing
    wholes = {part.merged_into_id for part in parts if part.merged_into_id}
    spoken = spoken_of(reader, {*wholes, *(part.pk for part in parts)})
    for root in wholes - spoken:
        standing.pop(root, None)
    for part in sorted(parts, key=lambda each: (each.created_at, each.pk)):
        if part.pk in spoken and part.merged_into_id:
            standing.setdefault(part.merged_into_id, part)
    return standing
