from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor, Permission
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
