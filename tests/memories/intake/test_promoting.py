"""Taking a memory to another workspace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, Refused, ValidationFailed, VersionConflict
from continuum.kernel.roles import Role
from memories import access
from memories.intake.promoting import move_memory, promote_memory
from memories.models import Event, Memory, Revision, Status
from memories.services.review import approve
from memories.services.workspaces import change_workspace, create_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import names_found, remember

FACT = "The office is in Ghent."


@pytest.fixture
def editor(alice: User, bob: User) -> Iterator[Actor]:
    """Bob, who has something to share with alice's team, which reviews."""
    with access.acting(person_actor(alice)) as owner:
        change_workspace(owner, workspace="team", mode="review")
    with access.acting(person_actor(bob)) as acting:
        remember(acting, FACT, name="office", source="a letter", tags=["place"], recall_tier="always")
        yield acting


def there(actor: Actor, **fields: object) -> Revision:
    return Revision.objects.get(workspace_id=actor.workspaces["team"], **fields)


def test_a_copy_waits_there_and_says_where_it_comes_from(editor: Actor, alice: User) -> None:
    answer = promote_memory(editor, name="office", to="team")
    assert (answer.status, answer.workspace) == ("proposed", "team")
    waits = there(editor, status=Status.PROPOSED)
    assert (waits.content, waits.source) == (FACT, "a letter; from the workspace default")
    assert waits.memory.tags == ["place"] and waits.memory.recall_tier == "relevance"
    with access.acting(person_actor(alice)) as owner:
        approve(owner, revision_id=waits.pk)
        assert names_found(owner, "office", workspace="team") == ["office"]


def test_both_chains_tell_of_it(editor: Actor) -> None:
    answer = promote_memory(editor, name="office", to="team")
    left = Event.objects.get(action="memory.promoted")
    assert left.workspace_id == editor.workspaces["default"]
    assert left.details == {
        "to": str(editor.workspaces["team"]), "memory": answer.memory_id, "status": "proposed"
    }  # fmt: skip
    assert Event.objects.filter(workspace_id=editor.workspaces["team"], action="memory.proposed").exists()


def test_where_nothing_waits_a_reviewer_has_it_stored_unless_the_name_is_taken(
    editor: Actor, alice: User
) -> None:
    with access.acting(person_actor(alice)) as owner:
        change_workspace(owner, workspace="team", mode="auto")
    assert promote_memory(editor, name="office", to="team").status == "stored"
    remember(editor, "The office is in Bruges now.", name="office")
    assert promote_memory(editor, name="office", to="team").status == "proposed"
    assert there(editor, status=Status.ACTIVE).content == FACT


def test_what_is_private_is_not_promoted(editor: Actor) -> None:
    remember(editor, "The safe is behind the clock.", name="safe", sensitivity="private")
    with pytest.raises(Refused, match="This memory is private"):
        promote_memory(editor, name="safe", to="team")
    agent = replace(editor, person=False, private=False, client="token:codex", agent="codex")
    with pytest.raises(NotFound):
        promote_memory(agent, name="safe", to="team")


def test_who_may_not_write_there_promotes_nothing(editor: Actor) -> None:
    reader = replace(editor, roles=MappingProxyType({editor.workspaces["team"]: Role.READER}))
    with pytest.raises(Forbidden, match="You are a reader in the workspace team"):
        promote_memory(reader, name="office", to="team")
    with pytest.raises(NotFound):
        promote_memory(editor, name="office", to="nowhere")
    with pytest.raises(ValidationFailed):
        promote_memory(editor, name="office", to="default")
    assert not Event.objects.filter(action="memory.promoted").exists()


def test_an_agents_promotion_waits_even_of_its_owners_words(editor: Actor, bob: User) -> None:
    with access.acting(agent_actor(bob)) as agent:
        assert promote_memory(agent, name="office", to="team").status == "proposed"
    assert there(editor, status=Status.PROPOSED).trust == "agent"


def test_a_memory_moves_between_ones_own_workspaces(editor: Actor, bob: User) -> None:
    made = create_workspace(editor, name="shop", mode="auto")
    remember(editor, "The safe is behind the clock.", name="safe", sensitivity="private")
    with access.acting(editor.joining("shop", made.pk)) as acting:
        for name in ("office", "safe"):
            assert move_memory(acting, name=name, to="shop").archived
        moved = {memory.name: memory for memory in Memory.objects.filter(workspace_id=made.pk)}
    assert moved["office"].recall_tier == "always" and moved["safe"].sensitivity == "private"
    assert Memory.objects.filter(archived_at=None).count() == 0
    assert Event.objects.filter(action="memory.moved").count() == 2


def test_a_move_overwrites_nothing(editor: Actor) -> None:
    made = create_workspace(editor, name="shop", mode="auto")
    with access.acting(editor.joining("shop", made.pk)) as acting:
        remember(acting, "The shop is shut.", name="office", workspace="shop")
        with pytest.raises(VersionConflict):
            move_memory(acting, name="office", to="shop")
    assert Memory.objects.get(workspace_id=editor.workspaces["default"]).archived_at is None


def test_nothing_is_moved_into_or_out_of_somebody_elses(editor: Actor) -> None:
    with pytest.raises(Forbidden, match="workspaces of your own"):
        move_memory(editor, name="office", to="team")
    remember(editor, "The door is green.", name="door", workspace="team")
    with pytest.raises(Forbidden, match="workspaces of your own"):
        move_memory(editor, name="door", workspace="team", to="default")
