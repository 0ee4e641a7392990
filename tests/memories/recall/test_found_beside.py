"""What recall finds by sentences, by what was told around, and by things, in the real database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from continuum.kernel.actor import Actor
from memories.models import Passage
from memories.pipeline.work import work
from memories.recall.answers import Remembered
from memories.recall.candidates import SPOKEN_OF
from memories.recall.recall import recall
from memories.services.merging import merge_entities
from memories.services.removal import archive
from tests.stories import remember

TOLD = datetime(2026, 7, 7, 12, tzinfo=UTC)


def _talk(actor: Actor, *lines: str, **fields: object) -> None:
    for number, line in enumerate(lines):
        remember(actor, line, name=f"line-{number}", source="talk", source_date=TOLD, **fields)


def _names(found: list[Remembered] | object) -> list[str]:
    return [memory.name for memory in found]  # type: ignore[attr-defined]


def test_the_answer_to_a_question_in_a_talk_is_found_beside_it(actor: Actor) -> None:
    _talk(
        actor, "Ben: What is the name of your dog, Anna?", "Anna: Pepper, of course!", "Ben: Lovely weather."
    )
    remember(actor, "Pepper is a spice that comes from India.", name="spice")
    found = recall(actor, query="What is the name of Anna's dog?").memories
    assert _names(found)[:2] == ["line-0", "line-1"]
    assert "told beside another hit" in found[1].receipt.reasons  # type: ignore[union-attr]


def test_what_stands_beside_and_is_private_or_archived_is_not_found(actor: Actor, person: Actor) -> None:
    _talk(actor, "Ben: What is the name of your dog, Anna?", "Anna: Pepper, of course!")
    remember(person, "Anna: Pepper, of course!", name="line-1", sensitivity="private", source="talk")
    assert "line-1" not in _names(recall(actor, query="What is the name of Anna's dog?").memories)
    archive(person, name="line-0")
    assert "line-0" not in _names(recall(actor, query="What is the name of Anna's dog?").memories)


def test_what_one_client_wrote_without_a_source_keeps_no_company(actor: Actor) -> None:
    client = replace(actor, client="oauth:1", via="Claude Code")
    for number, line in enumerate(("Ben asked for the name of Anna's dog.", "The lift is out of order.")):
        remember(client, line, name=f"line-{number}")
    remember(client, "The lift was mended.", name="mended", source="log")
    assert set(
        Passage.objects.filter(sentence=0, source_key=None).values_list("memory__name", flat=True)
    ) == {
        "line-0",
        "line-1",
    }


def test_a_source_is_one_whatever_client_told_it(actor: Actor) -> None:
    for number, told in enumerate(("Claude Code", "Cursor")):
        remember(replace(actor, via=told), f"Line {number} of the talk.", name=told, source="talk")
    assert Passage.objects.values("source_key").distinct().count() == 1


def test_one_sentence_of_a_paragraph_is_enough(actor: Actor) -> None:
    filler = (
        "The weather was fine and the train was late again. We had soup and talked about football for hours. "
    )
    remember(actor, f"{filler}The backups are kept for ninety days. {filler}", name="diary")
    remember(actor, "Backup copies were a topic at the meeting.", name="meeting")
    work()
    best = recall(actor, query="For how long are backups kept?").memories[0]
    assert best.name == "diary"
    assert Passage.objects.filter(sentence__gt=0).count() > 3


def test_a_time_in_the_question_prefers_what_was_told_then(actor: Actor) -> None:
    for month in (5, 6, 7):
        remember(
            actor,
            f"The team met and moved the release, round {month}.",
            name=f"meeting-{month}",
            source_date=datetime(2026, month, 7, tzinfo=UTC),
        )
    found = recall(actor, query="Where did the team move the release in June 2026?").memories
    assert found[0].name == "meeting-6"
    assert "told at the time you name" in found[0].receipt.reasons  # type: ignore[union-attr]


def test_a_thing_is_found_under_the_name_it_was_merged_into(actor: Actor, person: Actor) -> None:
    remember(actor, "Acme Corp is located in Ghent.", name="acme")
    remember(actor, "Umbrella Ltd pays its bills late.", name="bills")
    work()
    merge_entities(person, name="Umbrella Ltd", into="Acme Corp")
    found = recall(actor, query="Acme Corp").memories
    (bills,) = [memory for memory in found if memory.name == "bills"]
    assert "speaks of what you name" in bills.receipt.reasons  # type: ignore[union-attr]


def test_a_thing_of_which_all_speak_tells_nothing(actor: Actor) -> None:
    for number in range(SPOKEN_OF):
        remember(actor, f"Acme Corp paid bill {number} late.", name=f"bill-{number}")
    work()
    found = recall(actor, query="Acme Corp", limit=100).memories
    assert not [one for one in found if "speaks of what you name" in one.receipt.reasons]  # type: ignore[union-attr]
    archive(actor, name="bill-0")
    found = recall(actor, query="Acme Corp", limit=100).memories
    assert [one for one in found if "speaks of what you name" in one.receipt.reasons]  # type: ignore[union-attr]


def test_what_a_leading_hit_links_to_comes_along_and_says_so(actor: Actor) -> None:
    remember(actor, "Deploying on Fridays is decided by [[ana]].", name="deploying")
    remember(actor, "Call extension 204 in the north wing.", name="ana")
    found = recall(actor, query="Who decides on deploying?").memories
    assert _names(found) == ["deploying", "ana"]
    assert "linked from another hit" in found[1].receipt.reasons  # type: ignore[union-attr]
    assert "linked from another hit" not in found[0].receipt.reasons  # type: ignore[union-attr]


def test_a_link_leads_no_further_than_the_asker_and_the_filters_reach(actor: Actor, person: Actor) -> None:
    remember(actor, "Deploying on Fridays is decided by [[ana]] and [[ben]].", name="deploying")
    remember(person, "Call extension 204 in the north wing.", name="ana", sensitivity="private")
    remember(actor, "His desk is in the south wing.", name="ben", kind="project")
    question = "Who decides on deploying?"
    assert _names(recall(actor, query=question).memories) == ["deploying", "ben"]
    assert _names(recall(actor, query=question, kinds=["reference"]).memories) == ["deploying"]
    archive(person, name="ben")
    assert _names(recall(actor, query=question).memories) == ["deploying"]
