"""Many at once, on a database whose transactions are real."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from django.db import connection

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, ContinuumError, VersionConflict
from memories import access
from memories.models import Event, Memory, Revision
from memories.recall.reading import get_memory
from memories.services.events import link_hash
from memories.services.review import approve, reject
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import append, remember

THREADS = 10


def at_once(actor: Actor, calls: list[Callable[[], Any]]) -> list[Any]:
    """Run the calls in parallel, each acting on a connection of its own; errors of ours are results."""

    def one(call: Callable[[], Any]) -> Any:
        try:
            with access.acting(actor):
                return call()
        except ContinuumError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, calls))


def test_twenty_parallel_appends_keep_twenty_lines(committed: None, alice: User) -> None:
    actor = agent_actor(alice)
    with access.acting(actor):
        remember(actor, "log", name="log")
    at_once(actor, [lambda n=n: append(actor, "log", f"line {n}") for n in range(20)])  # type: ignore[misc]
    with access.acting(actor):
        lines = get_memory(actor, name="log").content.splitlines()
        chain = list(Event.objects.filter(workspace_id=actor.workspaces["default"]).order_by("sequence"))
    assert sorted(lines) == sorted(["log", *(f"line {n}" for n in range(20))])
    assert [event.sequence for event in chain] == list(range(1, len(chain) + 1))
    assert all(event.hash == link_hash(event) for event in chain)


def test_of_parallel_writers_on_one_version_exactly_one_wins(committed: None, alice: User) -> None:
    actor = agent_actor(alice)
    with access.acting(actor):
        remember(actor, "one", name="plan")
    results = at_once(
        actor,
        [lambda n=n: remember(actor, f"from {n}", name="plan", expected_version=1) for n in range(8)],  # type: ignore[misc]
    )
    assert sum(isinstance(result, VersionConflict) for result in results) == 7
    with access.acting(actor):
        assert Revision.objects.filter(status="active").count() == 1


def test_cc_03_the_same_request_in_parallel_is_one_memory(committed: None, alice: User) -> None:
    actor = agent_actor(alice)
    answers = at_once(actor, [lambda: remember(actor, "milk", idempotency_key="k")] * 6)
    assert len({answer.memory_id for answer in answers}) == 1
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 5
    with access.acting(actor):
        assert Memory.objects.count() == Revision.objects.count() == 1


def test_the_same_new_name_in_parallel_is_one_memory(committed: None, alice: User) -> None:
    actor = agent_actor(alice)
    answers = at_once(actor, [lambda n=n: remember(actor, f"text {n}", name="same") for n in range(8)])  # type: ignore[misc]
    assert sorted(answer.version for answer in answers) == list(range(1, 9))


def test_cc_06_approve_and_reject_at_once_have_one_winner(committed: None, alice: User) -> None:
    actor, person = agent_actor(alice), person_actor(alice)
    with access.acting(person):
        change_workspace(person, workspace="default", mode="review")
        revision_id = UUID(remember(actor, "milk").revision_id)
    calls = [
        lambda: approve(person, revision_id=revision_id),
        lambda: reject(person, revision_id=revision_id),
    ] * 3
    results = at_once(person, calls)
    assert sum(isinstance(result, Conflict) for result in results) == len(calls) - 1
