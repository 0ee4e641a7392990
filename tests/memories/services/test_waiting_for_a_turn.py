"""Who waits for a turn that does not come is told so in bounded time; what is large has time to wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection, connections, transaction

from continuum.kernel.actor import Actor
from continuum.kernel.errors import StorageProblem
from memories import access
from memories.models import Memory
from memories.services.turns import BUSY_SECONDS, time_to_wait
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

SHORT, LONG_ENOUGH = "80ms", 0.4


@pytest.fixture
def writer(committed: None, alice: User) -> Actor:
    return person_actor(alice)


@pytest.fixture
def held(writer: Actor) -> Iterator[threading.Event]:
    """Somebody else has the turn until the event is set."""
    let_go, has_it = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with access.acting(writer), transaction.atomic():
                access.lock_workspace(writer.workspaces["default"])
                has_it.set()
                let_go.wait(30)
        finally:
            connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    assert has_it.wait(30)
    yield let_go
    let_go.set()
    thread.join(30)


def wait_no_longer_than(how_long: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [how_long])


def test_every_connection_of_the_application_waits_for_a_bounded_time() -> None:
    assert "lock_timeout=15s" in settings.DATABASES["default"]["OPTIONS"]["options"]


def test_a_turn_that_does_not_come_is_told_and_leaves_nothing(writer: Actor, held: threading.Event) -> None:
    with access.acting(writer):
        wait_no_longer_than(SHORT)
        with pytest.raises(StorageProblem, match="Something large is being written") as refused:
            remember(writer, "Tea at four.", name="tea")
        assert refused.value.details == {"retry_after": BUSY_SECONDS}
        held.set()
        wait_no_longer_than("15s")
        assert not Memory.objects.filter(name="tea").exists()
        remember(writer, "Tea at four.", name="tea")


def test_what_has_time_to_wait_gets_its_turn(writer: Actor, held: threading.Event) -> None:
    threading.Timer(LONG_ENOUGH, held.set).start()
    with access.acting(writer):
        wait_no_longer_than(SHORT)
        with transaction.atomic():
            time_to_wait()
            remember(writer, "Tea at four.", name="tea")
        wait_no_longer_than("15s")
        assert Memory.objects.filter(name="tea").exists()
