from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from continuum.kernel.roles import Role
from memories.models import Event
from memories.services.turns import Turn, turn
from memories.services.verification import verify_events


def fail_in_a_part(writing: Turn) -> None:
    with writing.part():
        writing.record("b")
        writing.flush()
        writing.record("c")
        raise ZeroDivisionError


def test_a_part_that_fails_takes_back_its_own_writing_alone(actor: Actor) -> None:
    with turn(actor, actor.workspaces["default"], Permission.WRITE) as writing:
        writing.record("a")
        with pytest.raises(ZeroDivisionError):
            fail_in_a_part(writing)
        with writing.part():
            writing.record("d")
    actions = Event.objects.filter(workspace_id=actor.workspaces["default"]).order_by("sequence")
    assert [event.action for event in actions][-2:] == ["a", "d"]
    assert verify_events(actor).holds


def test_nobody_takes_a_turn_for_what_their_role_does_not_let_them(actor: Actor) -> None:
    where = actor.workspaces["default"]
    reader = replace(actor, roles=MappingProxyType({where: Role.READER}))
    with pytest.raises(Forbidden, match="You are a reader"), turn(reader, where, Permission.WRITE):
        pass
