"""What is held already, or must not come back."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.capture.claims import Claim
from memories.intake.capture.known import LOOKED_AT, Stored, forgotten
from memories.services.removal import archive, forget
from memories.services.review import reject
from tests.stories import remember


def claim(text: str, said: str = "") -> Claim:
    return Claim(text=text, said=said or text, kind="user_fact", confidence=0.9)


def holds(actor: Actor, found: Claim, workspace: str | None = None) -> bool:
    return Stored.of(actor, access.reading_ids(actor, workspace), [found]).holds(found)


@pytest.mark.parametrize(
    "text", ["The rent is 900.", "the  RENT is 900", "The rent is 900!", "The rent, is 900"]
)
def test_what_is_stored_is_held_whatever_its_form(actor: Actor, text: str) -> None:
    remember(actor, "The rent is 900.")
    assert holds(actor, claim(text))


def test_what_is_stored_is_held_however_many_others_have_its_words(actor: Actor) -> None:
    for number in range(2 * LOOKED_AT):
        remember(actor, f"The rent of flat {number} is not the rent: the rent is 900 or 900 or 900.")
    remember(actor, "The rent is 900.")
    assert holds(actor, claim("The rent is 900"))


@pytest.mark.parametrize("text", ["The rent is 950.", "The rent is not 900.", "The rent of Ana is 900."])
def test_what_says_something_else_is_not_held(actor: Actor, text: str) -> None:
    remember(actor, "The rent is 900.")
    assert not holds(actor, claim(text))


def test_a_sentence_of_a_longer_memory_is_held(actor: Actor) -> None:
    remember(actor, "# Flat\n\nIt is in Ghent. The rent is 900. Ana owns it.")
    assert holds(actor, claim("the rent is 900"))
    assert not holds(actor, claim("rent is 900"))


def test_what_was_said_around_it_is_compared_too(actor: Actor) -> None:
    remember(actor, "Remember that the rent is 900.")
    assert holds(actor, claim("the rent is 900", said="Remember that the rent is 900"))


def test_a_proposal_is_held_and_an_archived_memory_is_not(actor: Actor, person: Actor) -> None:
    remember(actor, "The rent is 900.", trust="web")
    archive(person, name=remember(actor, "We use Redis.").name)
    assert holds(actor, claim("The rent is 900")) and not holds(actor, claim("We use Redis."))


def test_a_workspace_holds_what_the_default_one_does_and_not_the_other_way(actor: Actor) -> None:
    remember(actor, "The rent is 900.")
    remember(actor, "We use Redis.", workspace="team")
    assert holds(actor, claim("The rent is 900."), "team")
    assert not holds(actor, claim("We use Redis."))


def test_a_private_memory_does_not_show_itself(actor: Actor, person: Actor) -> None:
    remember(person, "My salary is 5000.", sensitivity="private")
    assert not holds(actor, claim("My salary is 5000."))


@pytest.mark.parametrize("text", ["The rent is 900.", "THE RENT  is 900", "the rent is 900!"])
def test_what_was_forgotten_is_known_whatever_its_form(actor: Actor, person: Actor, text: str) -> None:
    forget(person, name=remember(actor, "The rent is 900.").name)
    found = [claim(text), claim("The rent is 950.")]
    assert forgotten(access.reading_ids(actor, None), found) == found[:1]


def test_what_was_rejected_is_known_too(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The rent is 900.", trust="web")
    reject(person, revision_id=answer.revision_id)
    asked = claim("the rent is 900", said="Remember that the rent is 900")
    assert forgotten(access.reading_ids(actor, None), [asked]) == [asked]
