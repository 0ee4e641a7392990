from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.db import DatabaseError, connection, transaction

from continuum.kernel.actor import Actor
from memories.models import ChainHead, Event, Revision
from memories.services.events import link_hash
from memories.services.purposes import purpose
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


@pytest.mark.parametrize("wanted", ["forget", "redact", "anything"])
def test_events_go_for_no_other_purpose(actor: Actor, wanted: str) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), purpose(wanted):
        _run("DELETE FROM memories_event")


@pytest.mark.parametrize("wanted", ["retention", "restore", "purge", "redact"])
def test_events_change_for_no_purpose(actor: Actor, wanted: str) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), purpose(wanted):
        _run("UPDATE memories_event SET action = 'x'")


@pytest.mark.parametrize("wanted", ["redact", "anything"])
def test_revisions_go_for_no_other_purpose(actor: Actor, wanted: str) -> None:
    remember(actor, "milk")
    with pytest.raises(DatabaseError, match="forget and retention"), transaction.atomic(), purpose(wanted):
        Revision.objects.all().delete()


@pytest.mark.parametrize("field", ["trust", "client", "agent", "author_id", "created_at"])
def test_redacting_changes_nothing_of_where_a_text_comes_from(actor: Actor, field: str) -> None:
    remember(actor, "milk")
    value = {"author_id": 0, "created_at": datetime(2020, 1, 1, tzinfo=UTC)}.get(field, "other")
    with pytest.raises(DatabaseError, match="only the status"), transaction.atomic(), purpose("redact"):
        Revision.objects.update(**{field: value})
