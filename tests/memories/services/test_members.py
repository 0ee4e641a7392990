"""Who works in a workspace, and as what."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, Forbidden, NotFound, Refused, ValidationFailed
from continuum.kernel.roles import Role
from memories import access
from memories.models import Event, Membership, Memory, Workspace
from memories.services.members import change_role, hand_over, leave_workspace, list_members, remove_member
from memories.services.workspaces import ways_in
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

IN = {"workspace": "team"}


@pytest.fixture
def owner(alice: User, bob: User) -> Iterator[Actor]:
    with access.acting(person_actor(alice)) as acting:
        yield acting


def happened(owner: Actor) -> list[str]:
    rows = Event.objects.filter(workspace_id=owner.workspaces["team"]).order_by("sequence")
    return [row.action for row in rows if row.action != "workspace.created"]


def test_whoever_is_in_it_sees_who_else_is(owner: Actor, alice: User, bob: User) -> None:
    with access.acting(agent_actor(bob)) as agent:
        found = list_members(agent, **IN)
    assert [(each.called, each.role) for each in found] == [("alice", Role.OWNER), ("bob", Role.EDITOR)]


def test_a_stranger_is_told_that_there_is_no_such_workspace(owner: Actor, stranger: Actor) -> None:
    with access.acting(stranger), pytest.raises(NotFound, match="No workspace of that name"):
        list_members(stranger, **IN)


def test_another_role_counts_from_the_next_actor_on(owner: Actor, bob: User) -> None:
    change_role(owner, member=bob.pk, role="reader", **IN)
    as_a_reader = pytest.raises(Forbidden, match="You are a reader in the workspace team")
    with access.acting(person_actor(bob)) as reader, as_a_reader as refusal:
        remember(reader, "The door is green.", **IN)
    assert refusal.value.details == {"permission": "memory:write", "role": "reader", "workspace": "team"}
    assert happened(owner) == ["member.role_changed"]


def test_the_same_role_again_is_no_event(owner: Actor, bob: User) -> None:
    change_role(owner, member=bob.pk, role="editor", **IN)
    assert happened(owner) == []


@pytest.mark.parametrize("role", ["owner", "admin", ""])
def test_nobody_is_given_a_role_that_there_is_not(owner: Actor, bob: User, role: str) -> None:
    with pytest.raises(ValidationFailed, match="reader, reviewer, editor"):
        change_role(owner, member=bob.pk, role=role, **IN)


def test_who_is_removed_is_out_and_what_they_wrote_stays(owner: Actor, bob: User) -> None:
    with access.acting(person_actor(bob)) as editor:
        remember(editor, "The door is green.", name="door", **IN)
    remove_member(owner, member=bob.pk, **IN)
    assert set(ways_in(bob.pk).workspaces) == {"default"}
    assert Memory.objects.filter(name="door").exists()
    assert happened(owner)[-1] == "member.removed"


def test_nobody_is_removed_who_is_not_there(owner: Actor, charlie: User) -> None:
    with pytest.raises(NotFound, match="Nobody of this number"):
        remove_member(owner, member=charlie.pk, **IN)


def test_a_member_leaves_and_the_owner_does_not(owner: Actor, alice: User, bob: User) -> None:
    with pytest.raises(Conflict, match="hand it over first"):
        leave_workspace(owner, **IN)
    with access.acting(person_actor(bob)) as editor:
        leave_workspace(editor, **IN)
    assert set(ways_in(bob.pk).workspaces) == {"default"}
    assert happened(owner) == ["member.left"]


def test_no_connection_leaves_or_hands_over(owner: Actor, alice: User, bob: User) -> None:
    with access.acting(agent_actor(bob)) as agent, pytest.raises(Forbidden, match="signed in"):
        leave_workspace(agent, **IN)
    with access.acting(agent_actor(alice)) as agent, pytest.raises(Forbidden, match="signed in"):
        hand_over(agent, member=bob.pk, **IN)


def test_an_owner_hands_over_and_stays_as_an_editor(owner: Actor, alice: User, bob: User) -> None:
    Membership.objects.filter(user=bob).filter(name="team").update(name="ours")
    hand_over(owner, member=bob.pk, **IN)
    assert ways_in(bob.pk).roles == {} and set(ways_in(alice.pk).roles.values()) == {Role.EDITOR}
    row = Workspace.objects.get(pk=owner.workspaces["team"])
    assert (row.owner_id, row.name) == (bob.pk, "ours")
    with pytest.raises(Forbidden, match="already"):
        hand_over(owner, member=bob.pk, **IN)


def test_a_failed_handing_over_changes_nothing(owner: Actor, alice: User, charlie: User) -> None:
    with pytest.raises(NotFound):
        hand_over(owner, member=charlie.pk, **IN)
    with pytest.raises(Conflict, match="default workspace is yours alone"):
        hand_over(owner, workspace="default", member=alice.pk)
    assert ways_in(alice.pk).roles == {} and happened(owner) == []


def test_nothing_private_is_kept_where_others_read(owner: Actor, bob: User) -> None:
    for actor in (owner, person_actor(bob)):
        with access.acting(actor), pytest.raises(Refused, match="Others read this workspace"):
            remember(actor, "The safe is behind the clock.", sensitivity="private", **IN)
    remember(owner, "The safe is behind the clock.", sensitivity="private")
    assert Memory.objects.get().workspace_id == owner.workspaces["default"]


def test_a_memory_of_a_shared_workspace_is_not_made_private(owner: Actor) -> None:
    remember(owner, "The door is green.", name="door", **IN)
    with pytest.raises(Refused, match="Others read this workspace"):
        remember(owner, "The door is green.", name="door", sensitivity="private", **IN)
    assert Memory.objects.get().sensitivity == "public"
