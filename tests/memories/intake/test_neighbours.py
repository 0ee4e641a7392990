"""What stands next to a text: said already in other words, contradicted, or merely alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.engines.base import EmbeddingUnavailable
from memories.engines.registry import embedder
from memories.intake import neighbours
from memories.intake.neighbours import MAX_NEIGHBOURS
from memories.intake.submit import submit_all
from memories.models import Memory, Revision, Status, Trust
from memories.recall.reading import get_memory
from memories.recall.recall import recall
from memories.services.drafts import Answer, Draft, Outcome
from memories.services.removal import archive, forget
from memories.services.review import approve
from tests.stories import append, names_found, remember

SAID = "Maya prefers window seats on long flights."
REWORDED = "On long flights Maya prefers a window seat."
OTHERWISE = "Maya prefers aisle seats on long flights."

BOTH_KEPT = [  # DC-01, DC-03, DC-09, DC-10
    ("The grant deadline is October 15.", "The grant deadline is October 16."),
    ("Office internet is 1 Gbps.", "Office internet is 2 Gbps."),
    ("The app runs on Python 3.11.", "The app runs on Python 3.12."),
    ("The printer is at 10.0.0.5.", "The printer is at 10.0.0.15."),
    ("Marta eats meat.", "Marta does not eat meat."),
    ("Deploy on Fridays.", "Never deploy on Fridays."),
    ("The API is public.", "The API isn't public."),
    ("Leo works at Northwind.", "Leo no longer works at Northwind."),
    ("Leo works at Northwind.", "Leo joined Contoso last week."),
    ("Loves Chinese food.", "Hates Chinese food."),
    ("My name is Li Guoyu.", "My name is Li Guosong."),
    ("The family travels in summer.", "The family travels in summer, with two children and a grandmother."),
    ("The rent is 900 euro.", "The rent is 950 euro."),
    ("会议在三月十四日。", "会议在三月十五日。"),
    ("Die Wohnung hat einen Balkon.", "Die Wohnung hat keinen Balkon."),
    ("Le bureau est ouvert le lundi.", "Le bureau n'est pas ouvert le lundi."),
    ("La reunión es a las 10:00.", "La reunión es a las 11:00."),
]
DISTINCT = [  # DC-07
    ("データベースの設定を確認する。", "도커를 사용해야 한다."),
    ("القهوة في الصباح فقط.", "המפגש ביום שלישי."),
    ("🎸", "🎹"),
]


@pytest.mark.parametrize(("one", "other"), BOTH_KEPT)
def test_what_says_something_else_of_the_same_is_kept_and_linked(actor: Actor, one: str, other: str) -> None:
    first = remember(actor, one)
    second = remember(actor, other)
    assert second.status is Outcome.STORED
    assert first.name in {*second.similar, *second.conflicts}


@pytest.mark.parametrize(("one", "other"), DISTINCT)
def test_what_has_nothing_to_do_with_it_is_stored_without_a_contradiction(
    actor: Actor, one: str, other: str
) -> None:
    remember(actor, one)
    answer = remember(actor, other)
    assert (answer.status, answer.conflicts) == (Outcome.STORED, [])


def test_the_same_in_other_words_is_not_kept_twice_and_says_where_it_is(actor: Actor) -> None:
    first = remember(actor, SAID, name="seats")
    second = remember(actor, REWORDED)
    assert (second.status, second.name, second.memory_id) == (Outcome.DUPLICATE, "seats", first.memory_id)
    assert "in other words" in second.reason
    assert Memory.objects.filter(workspace_id=actor.workspaces["default"]).count() == 1


def test_a_name_of_its_own_does_not_make_it_another_memory(actor: Actor) -> None:
    remember(actor, SAID, name="seats")
    assert remember(actor, REWORDED, name="flights").name == "seats"


def test_a_memory_may_say_itself_in_other_words(actor: Actor) -> None:
    remember(actor, SAID, name="seats")
    answer = remember(actor, REWORDED, name="seats")
    assert (answer.status, answer.version, answer.similar) == (Outcome.STORED, 2, [])


def test_a_person_is_not_told_that_it_was_said_before(person: Actor) -> None:
    remember(person, SAID, name="seats")
    answer = remember(person, REWORDED)
    assert (answer.status, answer.similar) == (Outcome.STORED, ["seats"])


def test_within_one_request_texts_are_compared_as_if_they_came_one_by_one(actor: Actor) -> None:
    answers = submit_all(actor, drafts=[Draft(content=text) for text in (SAID, REWORDED, OTHERWISE)])
    assert [a.status for a in answers] == [Outcome.STORED, Outcome.DUPLICATE, Outcome.STORED]
    assert answers[1].memory_id == answers[0].memory_id
    assert answers[2].conflicts == [answers[0].name]


def test_who_reads_one_hears_of_the_other_while_both_are_in_force(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    remember(actor, OTHERWISE, name="aisle")
    assert conflicts(actor, "window") == ["aisle"]
    assert conflicts(actor, "aisle") == ["window"]
    found = {m.name: list(m.may_conflict_with) for m in recall(actor, query="Maya's seat").memories}
    assert found == {"window": ["aisle"], "aisle": ["window"]}
    listed = {m.name: list(m.may_conflict_with) for m in recall(actor).memories}
    assert listed == found


@pytest.mark.parametrize("end", [archive, forget])
def test_what_is_gone_contradicts_nothing(actor: Actor, person: Actor, end: Any) -> None:
    remember(actor, SAID, name="window")
    remember(actor, OTHERWISE, name="aisle")
    end(person, name="aisle")
    assert conflicts(actor, "window") == []


def test_what_has_been_put_right_contradicts_nothing(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    remember(actor, OTHERWISE, name="aisle")
    remember(actor, "The harbour opens at seven.", name="window")
    assert conflicts(actor, "aisle") == []


def test_what_replaces_it_does_not_contradict_it(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    answer = remember(actor, OTHERWISE, name="aisle", supersedes=["window"])
    assert (answer.conflicts, names_found(actor, "window seats")) == ([], ["aisle"])


def test_a_proposal_that_contradicts_is_heard_of_once_it_is_approved(actor: Actor, person: Actor) -> None:
    remember(actor, SAID, name="window")
    answer = remember(actor, OTHERWISE, name="aisle", propose_only=True)
    assert answer.conflicts == ["window"]
    assert conflicts(actor, "window") == []
    approve(person, revision_id=Revision.objects.get(pk=answer.revision_id).pk)
    assert conflicts(actor, "window") == ["aisle"]


def test_words_from_outside_that_wait_keep_no_agent_from_storing_its_own(actor: Actor) -> None:
    remember(actor, SAID, name="page", trust=Trust.WEB)
    assert remember(actor, REWORDED, name="said").status is Outcome.STORED
    assert remember(actor, "On long flights, window seats are what Maya prefers.").status is Outcome.DUPLICATE


def test_what_is_proposed_twice_in_other_words_waits_once(actor: Actor) -> None:
    first = remember(actor, SAID, propose_only=True)
    second = remember(actor, REWORDED, propose_only=True)
    assert (second.status, second.memory_id) == (Outcome.DUPLICATE, first.memory_id)
    assert Revision.objects.filter(status=Status.PROPOSED).count() == 1


def test_nobody_learns_of_what_may_not_be_seen(actor: Actor, person: Actor) -> None:
    remember(person, SAID, name="hers", sensitivity="private")
    remember(replace(actor, agent="other"), SAID, name="its own", scope="agent")
    answer = remember(actor, OTHERWISE)
    assert (answer.similar, answer.conflicts) == ([], [])


def test_a_connection_that_may_ask_for_what_is_private_is_told_of_it_only_beside_what_is_private(
    actor: Actor, person: Actor
) -> None:
    remember(person, SAID, name="hers", sensitivity="private")
    trusted = replace(actor, private=True)
    answer = remember(trusted, OTHERWISE, name="open")
    assert (answer.similar, answer.conflicts) == ([], [])
    answer = remember(trusted, OTHERWISE, name="closed", sensitivity="private")
    assert "hers" in (*answer.similar, *answer.conflicts)


def test_the_private_copy_of_a_public_text_is_a_memory_of_its_own(person: Actor) -> None:
    actor = replace(person, person=False)
    remember(actor, SAID, name="public")
    answer = remember(actor, REWORDED, name="private", sensitivity="private")
    assert (answer.status, answer.similar) == (Outcome.STORED, ["public"])


def test_a_text_that_is_added_has_the_neighbours_of_the_addition(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    remember(actor, "Things about Maya.", name="maya")
    assert append(actor, "maya", REWORDED).similar == ["window"]


def test_the_embedder_being_away_leaves_exact_duplicates(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(actor, SAID, name="window")
    monkeypatch.setattr(type(embedder()), "embed", _away)
    assert remember(actor, SAID).status is Outcome.DUPLICATE
    answer = remember(actor, REWORDED)
    assert answer.status is Outcome.STORED
    assert "only the same words are caught as a duplicate: the engine is away" in answer.reason


def _away(*_: Any) -> Any:
    raise EmbeddingUnavailable("the engine is away")


def test_a_repeated_request_gets_the_same_neighbours(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    answers = [remember(actor, OTHERWISE, idempotency_key="k") for _ in range(2)]
    assert [answer.conflicts for answer in answers] == [["window"], ["window"]]
    assert [answer.repeated for answer in answers] == [False, True]


def test_a_long_list_of_one_kind_is_compared_with_the_nearest_few(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Answer] = []
    original = neighbours.compare
    monkeypatch.setattr(neighbours, "compare", lambda *a, **k: compared.append(a) or original(*a, **k))
    submit_all(actor, drafts=[Draft(content=f"Room {n} has {n} chairs.") for n in range(20)])
    assert 0 < len(compared) <= 20 * neighbours.MAX_NEIGHBOURS


def conflicts(actor: Actor, name: str) -> list[str]:
    return list(get_memory(actor, name=name).may_conflict_with)


def test_what_others_keep_to_themselves_stands_before_nothing_of_ones_own(actor: Actor) -> None:
    remember(actor, SAID, name="said")
    for place in range(2 * (MAX_NEIGHBOURS + 1)):
        remember(replace(actor, agent=f"other {place}"), OTHERWISE, name="theirs", scope="agent")
    assert remember(actor, OTHERWISE, name="now").conflicts == ["said"]


def test_what_is_in_quarantine_is_named_by_no_answer(actor: Actor) -> None:
    remember(actor, SAID, name="window")
    assert remember(actor, OTHERWISE, name="aisle").conflicts == ["window"]
    assert remember(actor, OTHERWISE, name="aisle").conflicts == ["window"]
    Memory.objects.filter(name="window").update(quarantined_at="2026-01-01T00:00:00Z")
    assert remember(actor, OTHERWISE, name="aisle").conflicts == []
