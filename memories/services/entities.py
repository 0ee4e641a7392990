"""The things that memories speak of: found or made by name, and gone with the last word of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from continuum.kernel.ids import new_id
from memories.models import Entity, EntityName, Fact, Mention, NamedHere
from memories.models.facts import Kind
from memories.text.claims.claim import Named

ORPHANS_AT_ONCE = 1_000


class Called:
    """Which entity a name means: in one memory as a person said, else everywhere."""

    def __init__(self, everywhere: Mapping[str, Entity], here: Mapping[tuple[UUID, str], Entity]) -> None:
        self._everywhere, self._here = everywhere, here

    def entity(self, memory_id: UUID, key: str) -> Entity:
        return self._here.get((memory_id, key)) or self._everywhere[key]


def entities_for(workspace: UUID, spoken: Mapping[UUID, Sequence[Named]]) -> Called:
    """The entities of the names in each memory, by id; made where there are none."""
    here = {
        (row.memory_id, row.key): row.entity
        for row in NamedHere.objects.filter(
            workspace_id=workspace, memory_id__in=list(spoken)
        ).select_related("entity")
    }
    names = [(memory, named) for memory, several in spoken.items() for named in several]
    wanted = {named.key: named for memory, named in reversed(names) if (memory, named.key) not in here}
    found = _known(workspace, wanted)
    _tell_kinds(found, wanted)
    missing = [named for key, named in wanted.items() if key not in found]
    return Called(found | _made(workspace, missing), here)


def _known(workspace: UUID, wanted: Iterable[str]) -> dict[str, Entity]:
    rows = EntityName.objects.filter(workspace_id=workspace, key__in=list(wanted)).select_related("entity")
    return {row.key: row.entity for row in rows}


def _made(workspace: UUID, names: Sequence[Named]) -> dict[str, Entity]:
    if not names:
        return {}
    entities = {
        named.key: Entity(id=new_id(), workspace_id=workspace, name=named.text, kind=_kind(named.kind))
        for named in names
    }
    Entity.objects.bulk_create(entities.values())
    EntityName.objects.bulk_create(
        EntityName(workspace_id=workspace, key=key, shown=entity.name, entity_id=entity.pk)
        for key, entity in entities.items()
    )
    return entities


def _kind(kind: str) -> str:
    return kind if kind in Kind.values else Kind.THING


def _tell_kinds(found: Mapping[str, Entity], wanted: Mapping[str, Named]) -> None:
    """What was just a thing is told apart once a text says what it is."""
    for key, entity in found.items():
        told = _kind(wanted[key].kind)
        if entity.kind in (Kind.THING, Kind.LINK) and told not in (Kind.THING, Kind.LINK, entity.kind):
            entity.kind = told
            entity.save(update_fields=["kind"])


def root_of(entity: Entity) -> UUID:
    """The id of what it stands for: itself unless it was merged."""
    return entity.merged_into_id or entity.pk


def cluster_of(workspace: UUID, roots: Iterable[UUID]) -> QuerySet[Entity]:
    """The entities that stand for these: themselves and what was merged into them."""
    wanted = list(roots)
    return Entity.objects.filter(Q(pk__in=wanted) | Q(merged_into_id__in=wanted), workspace_id=workspace)


def drop_orphans(workspace: UUID, entity_ids: Iterable[UUID]) -> int:
    """Erase those of the entities that nothing speaks of any more, and return how many there were.

    One that others were merged into leaves its place to the oldest of them: its name must not outlive the
    text that it came from.
    """
    touched = list(entity_ids)
    if not touched:
        return 0
    spoken = (
        Fact.objects.filter(subject_id=OuterRef("pk")),
        Fact.objects.filter(object_entity_id=OuterRef("pk")),
        Mention.objects.filter(entity_id=OuterRef("pk")),
    )
    orphans = Entity.objects.filter(workspace_id=workspace, pk__in=touched)
    for rows in spoken:
        orphans = orphans.exclude(Exists(rows))
    gone = list(orphans.order_by("pk").values_list("pk", flat=True))
    heirs = Entity.objects.filter(workspace_id=workspace, merged_into_id__in=gone).exclude(pk__in=gone)
    _inherit(workspace, list(heirs.order_by("created_at", "pk")))
    for start in range(0, len(gone), ORPHANS_AT_ONCE):
        Entity.objects.filter(workspace_id=workspace, pk__in=gone[start : start + ORPHANS_AT_ONCE]).delete()
    return len(gone)


def drop_all_orphans(workspace: UUID) -> int:
    """The same of every entity of the workspace, after rows went that nobody counted."""
    return drop_orphans(workspace, Entity.objects.filter(workspace_id=workspace).values_list("pk", flat=True))


def _inherit(workspace: UUID, heirs: Sequence[Entity]) -> None:
    eldest: dict[UUID | None, Entity] = {}
    for heir in heirs:
        eldest.setdefault(heir.merged_into_id, heir)
    for before, heir in eldest.items():
        Entity.objects.filter(workspace_id=workspace, pk=heir.pk).update(merged_into=None)
        Entity.objects.filter(workspace_id=workspace, merged_into_id=before).exclude(pk=heir.pk).update(
            merged_into_id=heir.pk
        )
