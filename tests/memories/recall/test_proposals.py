"""The queue of proposals, page by page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.recall.proposals import page_of_proposals
from tests.stories import remember


def _names(actor: Actor, **asked: object) -> list[str]:
    return [each.revision.memory.name for each in page_of_proposals(actor, **asked).proposals]


def test_every_workspaces_proposals_come_together(actor: Actor) -> None:
    remember(actor, "One.", name="one", trust="web")
    remember(actor, "Two.", name="two", trust="web", workspace="team")
    assert _names(actor) == ["two", "one"]
    assert _names(actor, workspace="team") == ["two"]


def test_a_page_tells_how_many_wait_and_where_to_go_on(actor: Actor) -> None:
    for number in range(3):
        remember(actor, f"Number {number}.", name=f"n{number}", trust="web")
    page = page_of_proposals(actor, limit=2)
    assert page.waiting == 3 and len(page.proposals) == 2
    assert _names(actor, limit=2, cursor=page.next_cursor) == ["n0"]


def test_a_proposal_knows_that_it_is_outdated(actor: Actor) -> None:
    remember(actor, "Coffee.", name="drink", trust="web")
    assert not page_of_proposals(actor).proposals[0].outdated
    remember(replace(actor, client="another"), "Tea.", name="drink")
    assert page_of_proposals(actor).proposals[0].outdated


def test_what_an_actor_may_not_read_does_not_wait_for_it(actor: Actor) -> None:
    remember(actor, "Diary.", sensitivity="private", trust="web")
    remember(actor, "For codex alone.", scope="agent", trust="web")
    assert len(_names(actor)) == 1
    assert _names(replace(actor, agent="other")) == []
    assert len(_names(replace(actor, private=True))) == 2


def test_a_stranger_and_one_without_the_permission_see_nothing(actor: Actor, stranger: Actor) -> None:
    remember(actor, "One.", trust="web")
    with access.acting(stranger):
        assert page_of_proposals(stranger).waiting == 0
        with pytest.raises(NotFound):
            page_of_proposals(stranger, workspace="team")
    with pytest.raises(Forbidden):
        page_of_proposals(replace(actor, permissions=frozenset({Permission.READ})))


@pytest.mark.parametrize("asked", [{"limit": 0}, {"limit": 101}, {"cursor": "x"}])
def test_a_page_that_makes_no_sense_is_refused(actor: Actor, asked: dict[str, object]) -> None:
    with pytest.raises(ValidationFailed):
        page_of_proposals(actor, **asked)


def test_a_cursor_belongs_to_its_workspace(actor: Actor) -> None:
    for number in range(2):
        remember(actor, f"Number {number}.", trust="web")
    cursor = page_of_proposals(actor, limit=1).next_cursor
    with pytest.raises(ValidationFailed):
        page_of_proposals(actor, workspace="team", limit=1, cursor=cursor)
