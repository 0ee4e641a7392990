from __future__ import annotations

from uuid import UUID

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, Excluded, NotFound
from memories import access
from memories.models import Memory, Revision, Status
from memories.recall.proposals import page_of_proposals
from memories.recall.reading import get_memory
from memories.services.review import approve, reject
from memories.services.workspaces import change_workspace
from tests.stories import append, names_found, remember


@pytest.fixture(autouse=True)
def review_mode(person: Actor) -> None:
    change_workspace(person, workspace="default", mode="review")


def test_an_agents_write_waits_and_is_found_labelled(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    assert (answer.status, answer.version) == ("proposed", 0)
    assert names_found(actor, "office") == ["office"]
    assert [waiting.revision.pk for waiting in page_of_proposals(person).proposals] == [
        UUID(answer.revision_id)
    ]


def test_a_persons_write_is_stored(person: Actor) -> None:
    assert remember(person, "The office is in Ghent.").status == "stored"


def test_approval_makes_it_the_active_one(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    approve(person, revision_id=UUID(answer.revision_id))
    assert get_memory(actor, name="office").status == "active"
    assert Memory.objects.get().version == 1


def test_a_proposed_change_leaves_the_memory_as_it_is_until_approved(actor: Actor, person: Actor) -> None:
    remember(person, "The office is in Ghent.", name="office", kind="project")
    answer = remember(
        actor, "The office is in Bruges.", name="office", kind="reference", recall_tier="always"
    )
    memory = Memory.objects.get()
    assert (memory.kind, memory.recall_tier, memory.version) == ("project", "relevance", 1)
    approve(person, revision_id=UUID(answer.revision_id))
    memory.refresh_from_db()
    assert (memory.kind, memory.recall_tier, memory.version) == ("reference", "always", 2)


def test_append_to_ones_own_proposal_amends_it(actor: Actor, person: Actor) -> None:
    remember(actor, "milk", name="shopping")
    append(actor, "shopping", "eggs")
    assert [waiting.revision.content for waiting in page_of_proposals(person).proposals] == ["milk\neggs"]


def test_a_proposal_whose_memory_moved_on_is_not_approved_unseen(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    remember(person, "The office is in Antwerp.", name="office")
    with pytest.raises(Conflict, match="changed since"):
        approve(person, revision_id=UUID(answer.revision_id))
    approve(person, revision_id=UUID(answer.revision_id), anyway=True)
    assert get_memory(person, name="office").content == "The office is in Ghent."


def test_cc_06_only_one_decision_wins(actor: Actor, person: Actor) -> None:
    revision_id = UUID(remember(actor, "The office is in Ghent.").revision_id)
    approve(person, revision_id=revision_id)
    for decide in (approve, reject):
        with pytest.raises(Conflict, match="decided already"):
            decide(person, revision_id=revision_id)
    assert Revision.objects.get().status == Status.ACTIVE


def test_rejected_text_is_not_proposed_again(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.")
    reject(person, revision_id=UUID(answer.revision_id))
    assert names_found(actor, "office") == []
    with pytest.raises(Excluded):
        remember(actor, "the office is in GHENT.")


def test_a_stranger_finds_no_proposal_to_decide(actor: Actor, stranger: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.")
    with access.acting(stranger), pytest.raises(NotFound):
        approve(stranger, revision_id=UUID(answer.revision_id))
