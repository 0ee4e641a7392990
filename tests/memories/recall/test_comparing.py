from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.recall.comparing import FieldChange, diff
from memories.text.diffs import Stretch
from tests.stories import append, remember


def _story(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    remember(actor, "The office is in Bruges.", name="office", source="a letter")
    remember(actor, "The office is in Antwerp.", name="office")


def test_any_two_versions_are_compared_by_lines_and_by_words(actor: Actor) -> None:
    _story(actor)
    found = diff(actor, name="office", from_number=1, to_number=3)
    assert found.unified.splitlines()[:4] == [
        "--- version 1",
        "+++ version 3",
        "@@ -1 +1 @@",
        "-The office is in Ghent.",
    ]
    assert found.stretches == [
        Stretch("same", "The office is in "),
        Stretch("removed", "Ghent"),
        Stretch("added", "Antwerp"),
        Stretch("same", "."),
    ]


def test_left_out_it_is_what_is_active_against_what_that_replaced(actor: Actor) -> None:
    _story(actor)
    found = diff(actor, name="office")
    assert (found.before.number, found.after.number) == (2, 3)
    assert found.fields == [FieldChange("source", "a letter", "")]


def test_the_first_version_is_compared_with_nothing(actor: Actor) -> None:
    remember(actor, "milk", name="shopping")
    found = diff(actor, name="shopping")
    assert (found.before.revision_id, found.before.label) == (None, "nothing")
    assert found.stretches == [Stretch("added", "milk")]


def test_a_proposal_is_compared_with_what_it_was_made_against(actor: Actor, person: Actor) -> None:
    remember(actor, "milk", name="shopping")
    proposed = UUID(remember(actor, "milk and beer", name="shopping", trust="web").revision_id)
    append(person, "shopping", "eggs")
    found = diff(actor, name="shopping", to_revision=proposed)
    assert (found.before.number, found.after.number, found.after.status) == (1, None, "proposed")


def test_a_revision_of_another_memory_is_not_found(actor: Actor) -> None:
    remember(actor, "milk", name="shopping")
    foreign = UUID(remember(actor, "The office is in Ghent.", name="office").revision_id)
    for asked in ({"to_revision": foreign}, {"to_number": 7}, {"from_revision": uuid4()}):
        with pytest.raises(NotFound):
            diff(actor, name="shopping", **asked)
    with pytest.raises(ValidationFailed):
        diff(actor, name="shopping", to_number=1, to_revision=foreign)


def test_who_may_not_read_compares_nothing(actor: Actor, stranger: Actor, person: Actor) -> None:
    remember(actor, "milk", name="shopping")
    remember(person, "Diary.", name="diary", sensitivity="private")
    with access.acting(stranger), pytest.raises(NotFound):
        diff(stranger, name="shopping")
    with pytest.raises(Forbidden, match="memory:read"):
        diff(replace(actor, permissions=frozenset({Permission.WRITE})), name="shopping")
    with pytest.raises(NotFound):
        diff(actor, name="diary")
    assert diff(person, name="diary", private=True).after.number == 1
