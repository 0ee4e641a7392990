"""Connections: let in by a person alone, narrowed and revoked from the next request on, and undone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Forbidden, NotFound, Unauthorized, ValidationFailed
from memories import access
from memories.models import Mode, Status
from memories.recall.reading import get_memory
from memories.services.workspaces import change_workspace, create_workspace
from oauth.models import Connection, User
from oauth.services.actors import admit
from oauth.services.connections import (
    get_connection,
    list_connections,
    narrow_connection,
    revoke_connection,
    undo_writes,
)
from oauth.services.pairs import refresh_pair
from oauth.services.resources import resource
from tests.conftest import agent_actor, person_actor
from tests.oauth.conftest import Granting, bearer_of
from tests.stories import remember


@pytest.fixture
def reviewed(alice: User) -> None:
    """Alice's default workspace reviews what agents write."""
    with access.acting(person_actor(alice)) as person:
        change_workspace(person, workspace="default", mode=Mode.REVIEW)


def admitted(access_token: str) -> Any:
    return admit(access_token, audience=resource())


def test_a_token_acts_for_its_person_within_the_grant(alice: User, granting: Granting) -> None:
    connection = granting(alice, workspaces=["team"], permissions=["memory:read"], mode="review")
    found = admitted(bearer_of(connection).access)
    assert found.toolsets == {"memory"}
    actor = found.actor
    assert (actor.user_id, actor.client, actor.via) == (alice.pk, f"oauth:{connection.pk}", "Claude Code")
    assert list(actor.workspaces) == ["team"] and actor.permissions == {Permission.READ}
    assert actor.mode == "review" and actor.narrowed and not actor.person and not actor.private


def test_an_agent_without_a_name_goes_by_its_clients(alice: User, granting: Granting) -> None:
    token = bearer_of(granting(alice)).access
    assert admit(token, audience=resource()).actor.agent == "Claude Code"
    assert admit(token, agent="sub agent", audience=resource()).actor.agent == "sub agent"


def test_all_workspaces_means_those_to_come_too(alice: User, granting: Granting) -> None:
    token = bearer_of(granting(alice, every_workspace=True)).access
    assert set(admitted(token).actor.workspaces) == {"default", "team"}
    with access.acting(person_actor(alice)) as person:
        create_workspace(person, name="later")
    assert "later" in admitted(token).actor.workspaces
    assert not admitted(token).actor.narrowed


def test_a_token_never_has_more_than_it_was_given(alice: User, granting: Granting) -> None:
    connection = granting(alice, permissions=["memory:read"])
    token = bearer_of(connection).access
    granting(alice, client=connection.client, permissions=["memory:read", "memory:forget"])
    assert admitted(token).actor.permissions == {Permission.READ}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"permissions": []}, "permissions"),
        ({"permissions": ["memory:read", "admin"]}, "permissions"),
        ({"toolsets": ["nonsense"]}, "toolsets"),
        ({"workspaces": []}, "workspaces"),
        ({"workspaces": ["nowhere"]}, "workspaces"),
        ({"mode": "whatever"}, "mode"),
    ],
)
def test_what_cannot_be_granted_is_refused(
    alice: User, granting: Granting, wrong: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        granting(alice, **wrong)
    assert refused.value.details["field"] == field
    assert not Connection.objects.exists()


def test_no_token_lets_a_client_in(alice: User, granting: Granting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.oauth.conftest.person_actor", agent_actor)
    with pytest.raises(Forbidden):
        granting(alice)


def test_connections_that_open_something_are_listed(alice: User, granting: Granting) -> None:
    used, asked_only, revoked = granting(alice), granting(alice), granting(alice)
    bearer_of(used), bearer_of(revoked)
    revoke_connection(person_actor(alice), connection_id=revoked.pk)
    assert list(list_connections(person_actor(alice))) == [used]
    assert get_connection(person_actor(alice), connection_id=asked_only.pk) == asked_only


def test_those_used_last_come_first(alice: User, granting: Granting) -> None:
    unused, earlier, lately = granting(alice), granting(alice), granting(alice)
    bearer_of(unused), bearer_of(earlier), bearer_of(lately)
    now = timezone.now()
    Connection.objects.filter(pk=earlier.pk).update(last_used_at=now - timedelta(days=1))
    Connection.objects.filter(pk=lately.pk).update(last_used_at=now)
    assert list(list_connections(person_actor(alice))) == [lately, earlier, unused]


def test_the_last_use_is_kept(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    assert connection.last_used_at is None
    admitted(bearer_of(connection).access)
    connection.refresh_from_db()
    assert connection.last_used_at is not None


def test_a_stranger_reaches_nobodys_connection(alice: User, charlie: User, granting: Granting) -> None:
    connection = granting(alice)
    token, stranger = bearer_of(connection).access, person_actor(charlie)
    assert not list_connections(stranger).exists()
    with pytest.raises(NotFound):
        narrow_connection(stranger, connection_id=connection.pk, permissions=["memory:read"])
    with pytest.raises(NotFound):
        revoke_connection(stranger, connection_id=connection.pk)
    with pytest.raises(NotFound):
        undo_writes(stranger, connection_id=connection.pk, last=1)
    assert admitted(token)


def test_who_may_not_administer_may_not_look(alice: User, granting: Granting) -> None:
    actor = admitted(bearer_of(granting(alice)).access).actor
    for asking in (lambda: list_connections(actor), lambda: revoke_connection(actor, connection_id=1)):
        with pytest.raises(Forbidden):
            asking()


def test_narrowing_counts_from_the_next_request_on(alice: User, granting: Granting) -> None:
    connection = granting(alice, workspaces=["default", "team"], toolsets=["memory", "advanced"])
    token = bearer_of(connection).access
    assert admitted(token).actor.permissions == {Permission.READ, Permission.WRITE}
    narrow_connection(
        person_actor(alice),
        connection_id=connection.pk,
        permissions=["memory:read"],
        workspaces=["team"],
        toolsets=["memory"],
        mode="review",
    )
    left = admitted(token)
    assert (left.actor.permissions, set(left.actor.workspaces)) == ({Permission.READ}, {"team"})
    assert (left.toolsets, left.actor.mode) == ({"memory"}, "review")


def test_what_is_not_named_stays(alice: User, granting: Granting) -> None:
    connection = granting(alice, workspaces=["default", "team"])
    left = narrow_connection(person_actor(alice), connection_id=connection.pk, workspaces=["team"])
    assert (left.permissions, left.toolsets, left.mode) == (
        ["memory:read", "memory:write"],
        ["memory"],
        "auto",
    )


@pytest.mark.parametrize(
    "more",
    [
        {"permissions": ["memory:read", "memory:review"]},
        {"toolsets": ["advanced"]},
        {"workspaces": ["team"]},
        {"mode": "auto"},
        {"permissions": []},
    ],
)
def test_more_takes_the_persons_consent_again(alice: User, granting: Granting, more: dict[str, Any]) -> None:
    connection = granting(alice, mode="review")
    with pytest.raises(ValidationFailed):
        narrow_connection(person_actor(alice), connection_id=connection.pk, **more)
    assert Connection.objects.get().permissions == ["memory:read", "memory:write"]


def test_revoking_counts_from_the_next_request_on(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    pair = bearer_of(connection)
    assert admitted(pair.access)
    for _ in range(2):
        revoke_connection(person_actor(alice), connection_id=connection.pk)
    with pytest.raises(Unauthorized):
        admitted(pair.access)
    with pytest.raises(Unauthorized):
        refresh_pair(pair.refresh, client=connection.client)


def test_consent_given_again_revives_no_revoked_token(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    old = bearer_of(connection)
    revoke_connection(person_actor(alice), connection_id=connection.pk)
    again = granting(alice, client=connection.client)
    assert again.pk == connection.pk and admitted(bearer_of(again).access)
    with pytest.raises(Unauthorized):
        admitted(old.access)
    with pytest.raises(Unauthorized):
        refresh_pair(old.refresh, client=connection.client)


def test_deleting_an_account_revives_no_token(db: None, granting: Granting) -> None:
    dora = User.objects.create_user("dora")
    revoked, open_still = granting(dora, every_workspace=True), granting(dora, every_workspace=True)
    tokens = [bearer_of(revoked), bearer_of(open_still)]
    revoke_connection(person_actor(dora), connection_id=revoked.pk)
    assert admitted(tokens[1].access)
    dora.delete()
    again = granting(User.objects.create_user("dora"), client=revoked.client, every_workspace=True)
    assert admitted(bearer_of(again).access)
    for pair in tokens:
        with pytest.raises(Unauthorized):
            admitted(pair.access)
        with pytest.raises(Unauthorized):
            refresh_pair(pair.refresh, client=revoked.client)


def test_a_reviewed_connections_writes_wait_whatever_the_workspace_does(
    alice: User, granting: Granting
) -> None:
    actor = admitted(bearer_of(granting(alice, mode=Mode.REVIEW)).access).actor
    with access.acting(actor):
        answer = remember(actor, "The office is in Ghent.", name="office")
    assert answer.status == "proposed" and "this connection is reviewed" in answer.reason


def test_a_trusted_connections_writes_are_kept_and_the_webs_words_wait(
    alice: User, granting: Granting, reviewed: None
) -> None:
    actor = admitted(bearer_of(granting(alice, mode=Mode.AUTO)).access).actor
    with access.acting(actor):
        assert remember(actor, "The office is in Ghent.", name="office").status == "stored"
        assert remember(actor, "A page says so.", name="page", trust="web").status == "proposed"


def test_a_connections_writes_can_be_undone_after_it_was_revoked(alice: User, granting: Granting) -> None:
    connection, person = granting(alice), person_actor(alice)
    with access.acting(person):
        remember(person, "The office is in Ghent.", name="office")
    actor = admitted(bearer_of(connection).access).actor
    with access.acting(actor):
        remember(actor, "The office is in Bruges.", name="office")
    revoke_connection(person, connection_id=connection.pk)
    with access.acting(person):
        assert undo_writes(person, connection_id=connection.pk, last=5).restored == ["office"]
        memory = get_memory(person, name="office")
    assert memory.content == "The office is in Ghent." and memory.status == Status.ACTIVE
