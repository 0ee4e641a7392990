"""One proposal with all that is needed to decide on it, and what happened lately."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.recall.happenings import lately
from memories.recall.proposal import get_proposal, waits
from memories.recall.proposals import count_waiting, page_of_proposals
from memories.services.removal import forget
from memories.services.review import reject
from tests.stories import remember


def test_it_comes_with_what_is_remembered_and_what_contradicts_it(actor: Actor) -> None:
    remember(actor, "The shop is deployed every Tuesday at ten.", name="deploys")
    remember(actor, "Releases are on Tuesdays.", name="release")
    said = "The shop is deployed every Wednesday at ten."
    shown = get_proposal(
        actor, revision_id=UUID(remember(actor, said, name="release", trust="web").revision_id)
    )
    assert shown.current is not None and shown.current.content == "Releases are on Tuesdays."
    assert [(other.name, other.contradicts) for other in shown.others] == [("deploys", True)]


def test_repeats_are_counted(actor: Actor) -> None:
    for _ in range(3):
        remember(actor, "Coffee at ten.", name="coffee", trust="web")
    (proposal,) = page_of_proposals(actor).proposals
    assert (proposal.again, count_waiting(actor)) == (2, 1)


def test_what_was_decided_or_is_anothers_is_not_found(actor: Actor, stranger: Actor) -> None:
    proposed = UUID(remember(actor, "Coffee.", trust="web").revision_id)
    with access.acting(stranger):
        assert not waits(stranger, revision_id=proposed) and count_waiting(stranger) == 0
        with pytest.raises(NotFound):
            get_proposal(stranger, revision_id=proposed)
    assert waits(actor, revision_id=proposed)
    reject(actor, revision_id=proposed)
    for gone in (proposed, uuid4()):
        with pytest.raises(NotFound):
            get_proposal(actor, revision_id=gone)


def test_who_may_not_review_sees_none(actor: Actor) -> None:
    remember(actor, "Coffee.", trust="web")
    reader = replace(actor, permissions=frozenset({Permission.READ}))
    assert count_waiting(reader) == 0
    with pytest.raises(Forbidden):
        get_proposal(reader, revision_id=uuid4())


def test_lately_names_what_may_be_named(actor: Actor, stranger: Actor) -> None:
    remember(actor, "Tea.", name="tea", workspace="team")
    remember(actor, "Dear diary.", name="diary", sensitivity="private")
    remember(actor, "Coffee.", name="coffee")
    forget(actor, name="coffee")
    found = [(event.action, event.name, event.workspace) for event in lately(actor, limit=3)]
    assert found == [
        ("memory.forgotten", "", "default"),
        ("memory.remembered", "", "default"),
        ("memory.remembered", "", "default"),
    ]
    assert lately(actor, limit=4)[3].name == "tea"
    with access.acting(stranger):
        assert lately(stranger, limit=9) == []
