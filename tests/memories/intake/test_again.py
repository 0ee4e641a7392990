"""Revert: a memory says again what it said before."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Excluded, Forbidden, NotFound, Refused, VersionConflict
from memories import access
from memories.intake.again import revert
from memories.models import Event, Passage, Policy, Revision
from memories.recall.reading import get_memory
from memories.services import restating
from memories.services.exclusions import FORGOTTEN, exclude
from memories.services.removal import archive
from memories.services.review import approve
from memories.services.workspaces import change_workspace
from tests.stories import names_found, remember

CODEX = "token:codex"


def says(actor: Actor, name: str) -> str:
    return get_memory(actor, name=name).content


def test_a_memory_says_again_what_it_said(actor: Actor) -> None:
    remember(actor, "In Ghent.", name="office", source="a letter", recall_tier="always")
    remember(actor, "In Bruges.", name="office", description="Where we sit.")
    answer = revert(actor, name="office", to_number=1)
    assert (answer.status, answer.version, answer.found_by) == ("stored", 3, "words+meaning")
    memory = get_memory(actor, name="office")
    assert (memory.content, memory.description, memory.source) == ("In Ghent.", "", "a letter")
    assert memory.recall == "always"
    assert names_found(actor, "office Ghent") == ["office"] and Passage.objects.count() == 1
    event = Event.objects.get(action="memory.reverted")
    assert event.details == {"version": 3, "to": 1}


def test_json_comes_back_as_json(actor: Actor) -> None:
    remember(actor, value={"a": [1, None]}, name="settings")
    remember(actor, value={"a": 2}, name="settings")
    revert(actor, name="settings", to_number=1)
    assert get_memory(actor, name="settings").value == {"a": [1, None]}


def test_where_the_words_come_from_stays_as_it_was(actor: Actor, person: Actor) -> None:
    web = UUID(remember(actor, "From the web.", name="fact", trust="web").revision_id)
    approve(person, revision_id=web)
    remember(person, "From me.", name="fact")
    remember(actor, "From the agent.", name="fact")
    for number, trust in ((1, "web"), (2, "owner"), (3, "agent")):
        revert(person, name="fact", to_number=number)
        assert get_memory(person, name="fact").trust == trust


def test_an_agents_revert_waits_where_agents_are_reviewed(actor: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    change_workspace(person, workspace="default", mode="review")
    answer = revert(actor, name="office", to_number=1)
    assert (answer.status, answer.version) == ("proposed", 2)
    assert says(actor, "office") == "In Bruges."
    approve(person, revision_id=UUID(answer.revision_id))
    assert says(actor, "office") == "In Ghent."


def test_a_policy_may_refuse_it(actor: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    Policy.objects.create(workspace_id=actor.workspaces["default"], client=CODEX, decision="refuse")
    with pytest.raises(Refused):
        revert(actor, name="office", to_number=1)


def test_to_what_it_says_already_is_a_duplicate(actor: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    assert revert(actor, name="office", to_number=1).status == "duplicate"
    assert Revision.objects.count() == 1


def test_a_text_that_must_not_come_in_does_not_come_back(actor: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    hashes = Revision.objects.filter(number=1).values_list("content_hash", flat=True)
    exclude(actor.workspaces["default"], list(hashes), reason=FORGOTTEN)
    with pytest.raises(Excluded):
        revert(actor, name="office", to_number=1)
    assert says(actor, "office") == "In Bruges."


def test_a_person_reverts_what_only_an_agent_can_name(actor: Actor, person: Actor) -> None:
    remember(actor, "Mine.", name="own", scope="agent")
    remember(actor, "Mine too.", name="own", scope="agent")
    revert(person, name="own", to_number=1)
    assert says(actor, "own") == "Mine."


def test_a_revert_that_cannot_be_is_refused(actor: Actor, stranger: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    with pytest.raises(VersionConflict):
        revert(actor, name="office", to_number=1, expected_version=1)
    with pytest.raises(NotFound):
        revert(actor, name="office", to_number=7)
    with pytest.raises(Forbidden, match="memory:write"):
        revert(replace(actor, permissions=frozenset({Permission.READ})), name="office", to_number=1)
    with access.acting(stranger), pytest.raises(NotFound):
        revert(stranger, name="office", to_number=1)
    archive(actor, name="office")
    with pytest.raises(Conflict, match="archived"):
        revert(actor, name="office", to_number=1)


def test_a_revert_that_fails_half_way_changes_nothing(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    monkeypatch.setattr(restating.Turn, "record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        revert(actor, name="office", to_number=1)
    monkeypatch.undo()
    assert (says(actor, "office"), Revision.objects.count()) == ("In Bruges.", 2)
