"""What the database itself refuses, whatever the code above it forgets."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.ids import new_id
from memories.models import (
    CapturedSession,
    CommonTerm,
    Entity,
    EntityName,
    Event,
    Exclusion,
    Fact,
    FalseAlarm,
    FieldChange,
    GoldenQuestion,
    GuideVersion,
    Handoff,
    HandoffLink,
    IdempotentAnswer,
    Link,
    Membership,
    Memory,
    Mention,
    NamedHere,
    Passage,
    Policy,
    Revision,
    Status,
    Transfer,
)
from tests.stories import remember


def _twice(row: Any, **but: object) -> None:
    """The same row once more, under a key of its own, and with some fields otherwise."""
    another = copy(row)
    another.pk, another._state.adding = (new_id() if isinstance(row.pk, UUID) else None), True
    for field, value in but.items():
        setattr(another, field, value)
    another.save(force_insert=True)


def _both(model: Any, actor: Actor, **fields: object) -> None:
    for _ in range(2):
        model.objects.create(workspace_id=actor.workspaces["default"], **fields)


def _entity(actor: Actor) -> Entity:
    return Entity.objects.create(workspace_id=actor.workspaces["default"], name="Ann")


def _fact(actor: Actor, **fields: object) -> Fact:
    """One that is held, but for what is said otherwise."""
    now, text = timezone.now(), Revision.objects.get()
    plain = dict.fromkeys(("predicate", "object", "object_key", "slot", "statement", "extracted_by"), "x")
    dates = dict.fromkeys(("valid_from", "told_at", "learned_at"), now)
    place = {"workspace_id": text.workspace_id, "memory_id": text.memory_id, "revision": text, "ordinal": 0}
    held = {**plain, **dates, **place, "subject": _entity(actor), "confidence": 1.0, "words": ""}
    return Fact.objects.create(**held | fields)


def _handoff(actor: Actor, **fields: object) -> Handoff:
    row = {"workspace_id": actor.workspaces["default"], "task_id": "t", "summary": "s", "user_id": 1}
    return Handoff.objects.create(**row | fields)


BROKEN: dict[str, Callable[[Actor], object]] = {
    "revision_one_active": lambda actor: _twice(Revision.objects.get(), number=2),
    "revision_number_once": lambda actor: _twice(Revision.objects.get(), status=Status.SUPERSEDED),
    "revision_active_has_number": lambda actor: Revision.objects.update(number=None),
    "revision_confidence_with_basis": lambda actor: _twice(
        Revision.objects.get(), status=Status.PROPOSED, number=None, confidence=0.5
    ),
    "memory_name_once_per_scope": lambda actor: _twice(Memory.objects.get()),
    "memory_scope_has_its_key": lambda actor: Memory.objects.update(scope="task"),
    "event_sequence": lambda actor: _twice(Event.objects.first()),
    "passage_order": lambda actor: _twice(Passage.objects.get()),
    "idempotency_key_once_per_person": lambda actor: _twice(IdempotentAnswer.objects.get()),
    "membership_once_per_user": lambda actor: _twice(Membership.objects.get(name="default"), name="another"),
    "membership_name_once_per_user": lambda actor: Membership.objects.filter(name="team").update(
        name="default"
    ),
    "workspace_has_one_owner": lambda actor: _twice(
        Membership.objects.get(name="team"), name="another", user=get_user_model().objects.create_user("eve")
    ),
    "exclusion_once": lambda actor: _both(Exclusion, actor, digest="d"),
    "false_alarm_once": lambda actor: _both(FalseAlarm, actor, digest="d", user_id=1),
    "common_term_once": lambda actor: _both(CommonTerm, actor, term="the", passages=3),
    "session_captured_once": lambda actor: _both(CapturedSession, actor, session_id="s", user_id=1),
    "guide_number_once": lambda actor: _both(GuideVersion, actor, number=1, text="Be brief.", user_id=1),
    "policy_once_per_condition": lambda actor: _both(Policy, actor, decision="refuse"),
    "field_change_once_per_event": lambda actor: _both(
        FieldChange, actor, memory=Memory.objects.get(), sequence=1, before={}, after={}
    ),
    "entity_name_once": lambda actor: _both(EntityName, actor, key="ann", shown="Ann", entity=_entity(actor)),
    "entity_not_its_own": lambda actor: Entity.objects.filter(pk=_entity(actor).pk).update(
        merged_into=F("id")
    ),
    "named_here_once": lambda actor: _both(
        NamedHere, actor, memory=Memory.objects.get(), key="ann", entity=_entity(actor)
    ),
    "mention_once": lambda actor: _both(
        Mention, actor, memory=Memory.objects.get(), revision=Revision.objects.get(), entity=_entity(actor)
    ),
    "fact_retired_for_something": lambda actor: _fact(actor, retired_for="replaced"),
    "link_once": lambda actor: _both(
        Link, actor, memory=Memory.objects.get(), revision=Revision.objects.get(), name="lease", place=0
    ),
    "handoff_links_a_memory_once": lambda actor: _both(
        HandoffLink,
        actor,
        handoff=_handoff(actor),
        memory_id=Memory.objects.get().pk,
        revision_id=Revision.objects.get().pk,
        version=1,
    ),
    "handoff_settled_once": lambda actor: _handoff(actor, state="declined"),
    "golden_question_once": lambda actor: _both(
        GoldenQuestion, actor, memory=Memory.objects.get(), question="Where?", user_id=1
    ),
    "one_transfer_under_way": lambda actor: [
        Transfer.objects.create(user_id=actor.user_id, kind=kind) for kind in Transfer.Kind.values
    ],
}


@pytest.mark.parametrize("constraint", BROKEN)
def test_the_database_refuses_what_may_not_be(actor: Actor, constraint: str) -> None:
    remember(actor, "The office is in Ghent.", name="office", idempotency_key="k")
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        BROKEN[constraint](actor)


def test_what_may_be_is_not_refused(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    assert _fact(actor).retired_at is None
    assert _handoff(actor).settled_at is None


def test_every_constraint_is_tried() -> None:
    models = apps.get_app_config("memories").get_models()
    promised = {constraint.name for model in models for constraint in model._meta.constraints}
    said_by_another = {"workspace_name_once_per_owner"}  # the membership of its owner says it too
    assert promised - said_by_another == BROKEN.keys()
