"""Policy rows are laid down and taken back, and each step is an event."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Event, Policy
from memories.services.policies import delete_policy, list_policies, set_policy
from tests.stories import remember


def test_a_row_decides_about_the_next_write(actor: Actor, person: Actor) -> None:
    set_policy(person, decision="propose", kind="project")
    assert remember(actor, "Ghent.", kind="project").status == "proposed"
    assert remember(actor, "Coffee.", kind="reference").status == "stored"


def test_the_same_conditions_are_one_row(person: Actor) -> None:
    first = set_policy(person, decision="propose", trust="agent", action="remember", client=" codex ")
    second = set_policy(person, decision="refuse", trust="agent", action="remember", client="codex")
    assert first.pk == second.pk and [row.decision for row in list_policies(person)] == ["refuse"]


def test_each_step_is_an_event(person: Actor) -> None:
    row = set_policy(person, decision="propose")
    delete_policy(person, policy_id=row.pk)
    told = Event.objects.filter(action__startswith="policy.").order_by("sequence")
    assert [(event.action, event.details) for event in told] == [
        ("policy.set", {"policy": str(row.pk), "decision": "propose"}),
        ("policy.deleted", {"policy": str(row.pk)}),
    ]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("decision", "maybe"),
        ("trust", "rumour"),
        ("action", "sing"),
        ("kind", "Not a slug"),
        ("client", "x" * 201),
        ("client", "\x00"),
    ],
)
def test_what_cannot_decide_is_refused_by_its_field(person: Actor, field: str, value: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        set_policy(person, **{"decision": "store", field: value})
    assert refused.value.details["field"] == field and not Policy.objects.exists()


def test_it_takes_the_permission(person: Actor) -> None:
    row = set_policy(person, decision="propose")
    weaker = replace(person, permissions=person.permissions - {Permission.ADMIN})
    with pytest.raises(Forbidden):
        set_policy(weaker, decision="store")
    with pytest.raises(Forbidden):
        delete_policy(weaker, policy_id=row.pk)


def test_a_stranger_reaches_no_row(person: Actor, stranger: Actor) -> None:
    row = set_policy(person, decision="propose")
    with access.acting(stranger):
        assert not list_policies(stranger).exists()
        for wanted in (row.pk, uuid4()):
            with pytest.raises(NotFound):
                delete_policy(stranger, policy_id=wanted)
    with pytest.raises(NotFound):
        set_policy(stranger, decision="store", workspace="team")
    assert Policy.objects.filter(pk=row.pk).exists()
