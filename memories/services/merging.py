"""A person's word on things: that two names mean one, that one name means two, what a thing is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict
from continuum.kernel.ids import new_id
from memories import access
from memories.errors import invalid, no_such_entity
from memories.models import Entity, EntityName, Event, Fact, Mention, NamedHere
from memories.services import events
from memories.services.entities import cluster_of, drop_orphans, root_of
from memories.services.holding import settle, slots_of
from memories.services.turns import Turn, turn
from memories.text.claims.claim import key_of
from memories.text.normalise import forgiving

MOST_MEMORIES = 500


def merge_entities(actor: Actor, *, name: str, into: str, workspace: str | None = None) -> Entity:
    """Have one name mean what another does, with all that was merged into it; what is said of both is
    settled. `split_entity` takes it back. Raises Forbidden, NotFound, Conflict (they are one already).
    """
    actor.require(Permission.REVIEW)
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    with turn(actor, where, Permission.REVIEW) as writing:
        named, joining = _named(actor, where, into), _root(_named(actor, where, name))
        root = _root(named)
        if root.pk == joining.pk:
            raise Conflict("Both names mean the same already.")
        parts = [each.pk for each in cluster_of(where, [joining.pk])]
        Entity.objects.filter(workspace_id=where, pk__in=parts).update(merged_into_id=root.pk)
        _settle(writing, [root.pk])
        details = {"entity": str(joining.pk), "into": str(root.pk), "named": str(named.pk)}
        writing.record(events.ENTITIES_MERGED, details=details)
    return root


def split_entity(actor: Actor, *, name: str, workspace: str | None = None) -> Entity:
    """Have a name that was merged stand for itself again, and for what was merged into it. Raises Forbidden,
    NotFound, Conflict (it was not).
    """
    actor.require(Permission.REVIEW)
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    with turn(actor, where, Permission.REVIEW) as writing:
        entity = _named(actor, where, name)
        if entity.merged_into_id is None:
            raise Conflict(
                "It was merged into nothing. To part it, name the memories that mean another thing."
            )
        before, along = entity.merged_into_id, _merged_into(where, entity)
        entity.merged_into_id = None
        entity.save(update_fields=["merged_into"])
        Entity.objects.filter(workspace_id=where, pk__in=along).update(merged_into_id=entity.pk)
        _settle(writing, [before, entity.pk])
        details = {"entity": str(entity.pk), "from": str(before)}
        writing.record(events.ENTITY_SPLIT, details=details)
    return entity


def part_entity(
    actor: Actor, *, name: str, new_name: str, memories: Sequence[str], workspace: str | None = None
) -> Entity:
    """Have the name mean another thing in these memories, now and whenever they are read anew. `new_name`
    has been through intake. Raises Forbidden, NotFound, Conflict (the new name is taken), ValidationFailed.
    """
    actor.require(Permission.REVIEW)
    if not 1 <= len(memories) <= MOST_MEMORIES:
        raise invalid(
            "memories", f"Name from 1 to {MOST_MEMORIES} memories in which it means something else."
        )
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    with turn(actor, where, Permission.REVIEW) as writing:
        parts = list(cluster_of(where, [root_of(_named(actor, where, name))]))
        ids = [access.memory_named(actor, workspace=where, name=each).pk for each in memories]
        made = _make(where, new_name, kind=parts[0].kind)
        keys = EntityName.objects.filter(workspace_id=where, entity__in=parts).values_list("key", flat=True)
        _mean(where, ids, keys, made)
        _hand_over(writing, ids, [part.pk for part in parts], made)
        writing.record(events.ENTITY_SPLIT, details={"entity": str(made.pk), "from": str(parts[0].pk)})
    return made


def rename_entity(actor: Actor, *, name: str, new_name: str, workspace: str | None = None) -> Entity:
    """Call a thing by another name; the old ones go on naming it. `new_name` has been through intake. Raises
    Forbidden, NotFound, Conflict (another thing is called so).
    """
    actor.require(Permission.REVIEW)
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    with turn(actor, where, Permission.REVIEW) as writing:
        entity = _root(_named(actor, where, name))
        taken = EntityName.objects.filter(workspace_id=where, key=key_of(new_name)).select_related("entity")
        for row in taken:
            if root_of(row.entity) != entity.pk:
                raise Conflict("Another thing is called so. Merge the two if they are one.")
        if not taken:
            EntityName.objects.create(
                workspace_id=where, key=key_of(new_name), shown=new_name, entity_id=entity.pk
            )
        entity.name = new_name
        entity.save(update_fields=["name"])
        writing.record(events.ENTITY_RENAMED, details={"entity": str(entity.pk)})
    return entity


# --- What they are made of ----------------------------------------------------------------------------------


def _named(actor: Actor, where: UUID, name: str) -> Entity:
    """The entity of a name, before any merge; NotFound where nothing that the actor may see speaks of it."""
    rows = EntityName.objects.filter(workspace_id=where, key=key_of(forgiving(name))).select_related("entity")
    found = rows.first()
    if found is None or not _may_see(actor, where, found.entity):
        raise no_such_entity(name)
    return found.entity


def _may_see(actor: Actor, where: UUID, entity: Entity) -> bool:
    mentions = access.mentions(actor, [where], private=actor.private).filter(entity_id=entity.pk)
    facts = access.facts(actor, [where], private=actor.private)
    return mentions.exists() or facts.filter(Q(subject_id=entity.pk) | Q(object_entity_id=entity.pk)).exists()


def _root(entity: Entity) -> Entity:
    return entity if entity.merged_into_id is None else Entity.objects.get(pk=entity.merged_into_id)


def _merged_into(where: UUID, entity: Entity) -> list[UUID]:
    """Those of the whole that came to it by this entity: they were merged into it, or into what was. The
    rows know the whole alone; the events know the way.
    """
    root = entity.merged_into_id
    others = (
        {each.pk for each in cluster_of(where, [root]) if each.pk not in (root, entity.pk)} if root else set()
    )
    if not others:
        return []
    merges = Event.objects.filter(workspace_id=where, memory_id=None, action=events.ENTITIES_MERGED)
    told = merges.order_by("sequence").values_list("details", flat=True)
    into = {UUID(each["entity"]): UUID(each.get("named") or each["into"]) for each in told}
    return [other for other in others if entity.pk in _way(other, into, end=root)]


def _way(start: UUID, into: Mapping[UUID, UUID], *, end: UUID | None) -> list[UUID]:
    """What it was merged into, one after the other, up to the whole."""
    way: list[UUID] = []
    at = into.get(start)
    while at is not None and at != end and at not in way:
        way.append(at)
        at = into.get(at)
    return way


def _settle(writing: Turn, roots: Iterable[UUID]) -> None:
    parts = [each.pk for each in cluster_of(writing.workspace, roots)]
    settle(writing, slots_of(Fact.objects.filter(workspace_id=writing.workspace, subject_id__in=parts)))


def _make(where: UUID, name: str, *, kind: str) -> Entity:
    if EntityName.objects.filter(workspace_id=where, key=key_of(name)).exists():
        raise Conflict("Another thing is called so already. Choose a name of its own.")
    entity = Entity.objects.create(id=new_id(), workspace_id=where, name=name, kind=kind)
    EntityName.objects.create(workspace_id=where, key=key_of(name), shown=name, entity_id=entity.pk)
    return entity


def _mean(where: UUID, memories: Sequence[UUID], keys: Iterable[str], entity: Entity) -> None:
    wanted = list(keys)
    NamedHere.objects.filter(workspace_id=where, memory_id__in=memories, key__in=wanted).delete()
    NamedHere.objects.bulk_create(
        NamedHere(workspace_id=where, memory_id=memory, key=key, entity_id=entity.pk)
        for key in wanted
        for memory in memories
    )


def _hand_over(writing: Turn, memories: Sequence[UUID], parts: Sequence[UUID], entity: Entity) -> None:
    """What the memories say of the old thing they say of the new one."""
    within = {"workspace_id": writing.workspace, "memory_id__in": memories}
    facts = Fact.objects.filter(**within)
    facts.filter(subject_id__in=parts).update(subject_id=entity.pk)
    facts.filter(object_entity_id__in=parts).update(object_entity_id=entity.pk)
    spoken = Mention.objects.filter(entity_id__in=parts, **within)
    rows = list(spoken.order_by("memory_id", "revision_id", "pk").distinct("memory_id", "revision_id"))
    spoken.delete()
    Mention.objects.bulk_create(
        Mention(
            workspace_id=row.workspace_id,
            memory_id=row.memory_id,
            revision_id=row.revision_id,
            entity_id=entity.pk,
            live=row.live,
        )
        for row in rows
    )
    if not rows and not facts.filter(Q(subject_id=entity.pk) | Q(object_entity_id=entity.pk)).exists():
        raise invalid("memories", "None of these memories speaks of it.")
    _settle(writing, [entity.pk, *parts])
    drop_orphans(writing.workspace, parts)
