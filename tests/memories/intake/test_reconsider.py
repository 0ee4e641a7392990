"""Taking a decision on a proposal back."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound
from memories import access
from memories.intake.reconsider import take_back
from memories.models import Event, Exclusion, Memory, Revision
from memories.recall.proposals import page_of_proposals
from memories.recall.reading import get_memory
from memories.services.drafts import Outcome
from memories.services.review import approve, reject
from tests.stories import names_found, remember


def propose(actor: Actor, text: str, name: str) -> UUID:
    return UUID(
        remember(replace(actor, person=False, agent="codex"), text, name=name, trust="web").revision_id
    )


def test_what_was_rejected_waits_again_as_it_was_proposed(person: Actor) -> None:
    proposed = propose(person, "Coffee at ten.", "coffee")
    reject(person, revision_id=proposed)
    assert Exclusion.objects.count() == 1
    assert take_back(person, revision_id=proposed).waits
    (waiting,) = page_of_proposals(person).proposals
    assert (waiting.revision.agent, waiting.revision.trust) == ("codex", "web")
    assert not Exclusion.objects.exists() and names_found(person, "coffee") == ["coffee"]
    told = Event.objects.filter(action="memory.proposed").latest("sequence")
    assert told.details == {"reopened": str(proposed)}


def test_after_it_the_text_may_be_proposed_by_others(person: Actor) -> None:
    proposed = propose(person, "Coffee at ten.", "coffee")
    reject(person, revision_id=proposed)
    take_back(person, revision_id=proposed)
    agent = replace(person, person=False, agent="cursor")
    assert remember(agent, "Coffee at ten.", name="coffee", trust="web").status is not Outcome.REFUSED


def test_what_was_forgotten_stays_excluded(person: Actor) -> None:
    proposed = propose(person, "Coffee at ten.", "coffee")
    reject(person, revision_id=proposed)
    Exclusion.objects.update(reason="forgotten")
    take_back(person, revision_id=proposed)
    assert Exclusion.objects.count() == 1


def test_an_approved_change_goes_and_waits(person: Actor) -> None:
    remember(person, "Tea at four.", name="tea")
    proposed = propose(person, "Tea at five.", "tea")
    approve(person, revision_id=proposed)
    assert take_back(person, revision_id=proposed).waits
    assert get_memory(person, name="tea").content == "Tea at four."
    assert page_of_proposals(person).waiting == 1


def test_an_approved_new_memory_is_archived(person: Actor) -> None:
    proposed = propose(person, "Tea at five.", "tea")
    approve(person, revision_id=proposed)
    assert not take_back(person, revision_id=proposed).waits
    assert Memory.objects.get(name="tea").archived_at is not None


def test_only_the_last_word_is_taken_back(person: Actor) -> None:
    proposed = propose(person, "Tea at five.", "tea")
    with pytest.raises(Conflict):
        take_back(person, revision_id=proposed)
    approve(person, revision_id=proposed)
    remember(person, "Tea at six.", name="tea")
    with pytest.raises(Conflict):
        take_back(person, revision_id=proposed)
    assert get_memory(person, name="tea").content == "Tea at six."


def test_strangers_and_those_who_may_not_review_take_nothing_back(person: Actor, stranger: Actor) -> None:
    proposed = propose(person, "Coffee at ten.", "coffee")
    reject(person, revision_id=proposed)
    with pytest.raises(Forbidden):
        take_back(replace(person, permissions=frozenset({Permission.READ})), revision_id=proposed)
    with pytest.raises(NotFound):
        take_back(person, revision_id=uuid4())
    with access.acting(stranger), pytest.raises(NotFound):
        take_back(stranger, revision_id=proposed)
    assert Revision.objects.get(pk=proposed).status == "rejected"
