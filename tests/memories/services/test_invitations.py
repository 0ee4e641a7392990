"""Links that let somebody into a workspace."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, Forbidden, NotFound, Refused, Unauthorized, ValidationFailed
from continuum.kernel.roles import Role
from memories import access
from memories.intake.handoffs import create_handoff
from memories.models import Event, Membership, WorkspaceInvitation
from memories.services.invitations import (
    LIFETIME,
    accept_invitation,
    find_offer,
    invite_member,
    list_invitations,
    withdraw_invitation,
)
from memories.services.removal import archive
from memories.services.workspaces import create_workspace, ways_in
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

IN = {"workspace": "team"}


@pytest.fixture
def owner(alice: User) -> Iterator[Actor]:
    with access.acting(person_actor(alice)) as acting:
        yield acting


def a_link(owner: Actor, role: str = "editor", note: str = "") -> str:
    return invite_member(owner, role=role, note=note, **IN).secret


def test_who_follows_a_link_is_in_as_what_it_says(owner: Actor, charlie: User) -> None:
    link = a_link(owner, "reviewer")
    assert accept_invitation(person_actor(charlie), secret=link) == "team"
    assert set(ways_in(charlie.pk).roles.values()) == {Role.REVIEWER}
    actions = Event.objects.filter(workspace_id=owner.workspaces["team"]).values_list("action", flat=True)
    assert {"member.invited", "member.joined"} <= set(actions)


def test_a_link_says_where_it_leads_before_anybody_is_anybody(owner: Actor) -> None:
    found = find_offer(a_link(owner, "reader"))
    assert found is not None
    assert (found.workspace, found.role, found.invited_by) == ("team", Role.READER, "alice")
    assert find_offer("made-up") is None


def test_the_secret_is_kept_as_a_hash_only(owner: Actor) -> None:
    link = a_link(owner, note="for   Bob")
    row = list_invitations(owner, **IN).get()
    assert row.note == "for Bob" and link not in str(vars(row)) and len(row.digest) == 64
    assert abs(row.expires_at - timezone.now() - LIFETIME) < timedelta(minutes=5)


def test_a_link_is_good_once(owner: Actor, bob: User, charlie: User) -> None:
    link = a_link(owner)
    accept_invitation(person_actor(charlie), secret=link)
    with pytest.raises(Unauthorized, match="used, withdrawn, has expired"):
        accept_invitation(person_actor(bob), secret=link)


def test_a_link_that_expired_or_was_withdrawn_leads_nowhere(owner: Actor, charlie: User) -> None:
    old, back = a_link(owner), a_link(owner)
    first, second = list_invitations(owner, **IN).order_by("created_at", "pk")
    WorkspaceInvitation.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    withdraw_invitation(owner, invitation_id=second.pk, **IN)
    for link in (old, back):
        assert find_offer(link) is None
        with pytest.raises(Unauthorized):
            accept_invitation(person_actor(charlie), secret=link)
    with pytest.raises(NotFound):
        withdraw_invitation(owner, invitation_id=second.pk, **IN)


def test_a_name_that_is_taken_is_chosen_anew(owner: Actor, charlie: User) -> None:
    with access.acting(person_actor(charlie)) as acting:
        create_workspace(acting, name="team")
    link = a_link(owner)
    with pytest.raises(Conflict, match="Choose another name") as taken:
        accept_invitation(person_actor(charlie), secret=link)
    assert taken.value.details == {"name": "team"}
    with pytest.raises(ValidationFailed):
        accept_invitation(person_actor(charlie), secret=link, name="Not A Slug")
    assert accept_invitation(person_actor(charlie), secret=link, name="alices") == "alices"
    assert ways_in(charlie.pk).workspaces["alices"] == owner.workspaces["team"]


def test_who_is_in_already_does_not_use_the_link_up(owner: Actor, bob: User) -> None:
    link = a_link(owner, "reader")
    with pytest.raises(Conflict, match="in this workspace already"):
        accept_invitation(person_actor(bob), secret=link)
    assert find_offer(link) is not None


def test_no_connection_accepts(owner: Actor, charlie: User) -> None:
    with pytest.raises(Forbidden, match="signed in"):
        accept_invitation(agent_actor(charlie), secret=a_link(owner))


def test_the_default_workspace_is_not_shared(owner: Actor) -> None:
    with pytest.raises(Conflict, match="default workspace is yours alone"):
        invite_member(owner, workspace="default", role="reader")


def test_nobody_is_invited_to_read_what_is_private(owner: Actor) -> None:
    create_handoff(owner, task_id="t", summary="Go on.", sensitivity="private", **IN)
    remember(owner, "The safe is behind the clock.", name="safe", sensitivity="private", **IN)
    archive(owner, name="safe", **IN)
    with pytest.raises(Conflict, match="1 memories, 1 handoffs"):
        invite_member(owner, role="reader", **IN)


def test_what_became_private_since_the_link_was_given_keeps_its_bearer_out(
    owner: Actor, charlie: User
) -> None:
    link = a_link(owner)
    remember(owner, "The safe is behind the clock.", sensitivity="private", **IN)
    with pytest.raises(Refused, match="something private"):
        accept_invitation(person_actor(charlie), secret=link)
    assert not Membership.objects.filter(user=charlie, name="team").exists()
    assert find_offer(link) is not None


def test_of_two_who_follow_a_link_at_once_one_gets_in(committed: None, alice: User, charlie: User) -> None:
    with access.acting(person_actor(alice)) as owner:
        link = a_link(owner)
    dora = User.objects.create_user("dora", email="dora@example.test", password=None)
    outcomes: list[str] = []
    barrier = Barrier(2)

    def follow(who: User) -> None:
        barrier.wait()
        try:
            outcomes.append(accept_invitation(person_actor(who), secret=link))
        except Unauthorized as error:
            outcomes.append(error.code)
        finally:
            connections.close_all()

    threads = [Thread(target=follow, args=(who,)) for who in (charlie, dora)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(outcomes) == ["UNAUTHORIZED", "team"]
    assert Membership.objects.filter(user__in=[charlie, dora], role=Role.EDITOR).count() == 1
