from __future__ import annotations

from itertools import pairwise

import pytest
from django.db import DatabaseError, connection, transaction

from continuum.kernel.actor import Actor
from memories.models import ChainHead, Event, Revision
from memories.services.events import link_hash
from tests.stories import append, remember


def test_every_write_is_a_link_that_holds_the_hash_before_it(actor: Actor) -> None:
    remember(actor, "milk", name="shopping")
    append(actor, "shopping", "eggs")
    chain = list(Event.objects.filter(workspace_id=actor.workspaces["default"]).order_by("sequence"))
    assert [event.action for event in chain] == [
        "workspace.created",
        "memory.remembered",
        "memory.remembered",
    ]
    assert all(event.hash == link_hash(event) for event in chain)
    assert all(later.previous_hash == earlier.hash for earlier, later in pairwise(chain))
    assert ChainHead.objects.get(workspace_id=actor.workspaces["default"]).hash == chain[-1].hash


def test_an_event_says_who_and_never_what(actor: Actor) -> None:
    remember(actor, "Zanzibar is a secret word", name="trip")
    event = Event.objects.get(action="memory.remembered")
    assert (event.client, event.agent, event.user_id) == ("token:codex", "codex", actor.user_id)
    assert "Zanzibar" not in str(event.__dict__)


@pytest.mark.parametrize("change", ["UPDATE memories_event SET action = 'x'", "DELETE FROM memories_event"])
def test_events_are_append_only(actor: Actor, change: str) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        _run(change)


def test_the_text_of_a_revision_never_changes(actor: Actor) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="only the status"), transaction.atomic():
        Revision.objects.update(content="beer")


def test_a_revision_is_not_deleted_by_accident(actor: Actor) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="forget and retention"), transaction.atomic():
        Revision.objects.all().delete()


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
