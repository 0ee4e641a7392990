"""How far a client came, and why it may have stopped there."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden
from memories import access
from oauth.models import Client, User
from oauth.services import doctor
from oauth.services.actors import admit
from oauth.services.connections import revoke_connection
from oauth.services.resources import resource
from tests.conftest import person_actor
from tests.oauth.conftest import Granting, bearer_of


def reached(way: doctor.Way) -> list[bool]:
    return [step.reached_at is not None for step in way.steps]


def only_way(user: User) -> doctor.Way:
    (way,) = doctor.ways(person_actor(user), resource=resource())
    return way


def test_each_step_is_seen_when_it_is_reached(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    assert (reached(only_way(alice)), only_way(alice).missing.name) == (
        [True, True, False, False],
        doctor.TOKENS,
    )
    bearer = bearer_of(connection).access
    assert only_way(alice).missing.name == doctor.CALLED
    assert resource() in str(only_way(alice).missing.cause)
    admit(bearer, audience=resource())
    assert (reached(only_way(alice)), only_way(alice).missing) == ([True] * 4, None)


def test_a_revoked_one_says_so(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    admit(bearer_of(connection).access, audience=resource())
    with access.acting(person_actor(alice)) as person:
        revoke_connection(person, connection_id=connection.pk)
    assert only_way(alice).missing.cause == doctor.REVOKED


def test_who_nobody_let_in_is_seen_by_staff_alone(person: Actor, granting: Granting, alice: User) -> None:
    granting(alice)
    Client.objects.create(name="Lost", client_type="public", redirect_uris="https://x.example/cb")
    (lost,) = doctor.stranded(person, staff=True)
    assert (lost.client.name, reached(lost)) == ("Lost", [True, False, False, False])
    assert lost.missing.cause == doctor.NEVER_ASKED
    with pytest.raises(Forbidden):
        doctor.stranded(person, staff=False)


def test_one_persons_ways_are_not_anothers(alice: User, charlie: User, granting: Granting) -> None:
    granting(charlie)
    assert doctor.ways(person_actor(alice), resource=resource()) == []
