"""An older text that comes in later is history, whoever writes or approves it (the TM-05 case)."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor
from memories.intake.again import revert, undo_client_writes
from memories.intake.editing import approve_edited
from memories.models import Memory, Passage, Revision
from memories.recall.as_of import as_of
from memories.recall.reading import get_memory
from memories.services.drafts import Answer, WriteMode
from memories.services.old_news import KEPT_AS_HISTORY
from memories.services.review import approve
from memories.services.verification import verify_events
from tests.stories import append, names_found, remember

NOW, THEN = "Kiran lives in Electronic City.", "Kiran lives in Whitefield."


def day(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}T00:00:00+00:00")


def old(actor: Actor, content: str = THEN, **fields: Any) -> Answer:
    return remember(actor, content, name="kiran", **{"source_date": day("2024-03-01"), **fields})


def says(actor: Actor, at: str | None = None) -> list[str]:
    if at is None:
        return [get_memory(actor, name="kiran").content]
    return [memory.content for memory in as_of(actor, at=at).memories]


def test_tm_05_old_news_imported_later_does_not_supersede(person: Actor) -> None:
    remember(person, NOW, name="kiran", valid_from=day("2026-05-01"))
    answer = old(person, trust="import")
    assert (answer.status, answer.found_by, answer.reason) == ("stored", "nothing", KEPT_AS_HISTORY)
    assert says(person) == [NOW]
    assert says(person, "2025-01-15") == [THEN]
    assert says(person, "2026-06-01") == [NOW]
    kept = Revision.objects.get(content=THEN)
    assert (kept.status, kept.source_date) == ("superseded", day("2024-03-01"))
    assert Revision.objects.get(content=NOW).valid_from == day("2026-05-01")
    assert verify_events(person).holds and Passage.objects.count() == 1


@pytest.mark.parametrize("edited", [False, True])
def test_tm_05_so_it_is_when_a_person_approves_it(person: Actor, actor: Actor, edited: bool) -> None:
    remember(person, NOW, name="kiran", valid_from=day("2026-05-01"))
    revision_id = UUID(old(actor, trust="import").revision_id)
    if edited:
        approve_edited(person, revision_id=revision_id, content="Kiran lives in Whitefield, Bangalore.")
    else:
        approve(person, revision_id=revision_id)
    assert says(person) == [NOW]
    (then,) = says(person, "2025-01-15")
    assert then.startswith("Kiran lives in Whitefield")
    assert names_found(person, "Kiran") == ["kiran"] and Passage.objects.count() == 1


def test_it_changes_no_field_of_what_is_remembered(person: Actor) -> None:
    remember(person, NOW, name="kiran", kind="project", tags=["now"])
    old(person, kind="reference", tags=["then"], recall_tier="always", sensitivity="private")
    memory = Memory.objects.get()
    assert (memory.kind, memory.tags, memory.recall_tier) == ("project", ["now"], "relevance")
    assert not memory.private and memory.version == 2


def test_it_does_not_retire_another_memory_either(person: Actor) -> None:
    remember(person, NOW, name="home")
    old(person, supersedes=["home"])
    assert names_found(person, "Kiran") == ["home"]
    assert says(person, "2025-01-15") == [THEN]


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ({}, {"source_date": day("2999-01-01")}),
        ({"source_date": day("2024-01-01")}, {}),
        ({"source_date": day("2024-03-01")}, {}),
        ({"source_date": day("2024-03-01")}, {"source_date": datetime.fromisoformat("2024-02-29T13:00:00Z")}),
        ({"valid_from": day("2026-05-01")}, {"valid_from": day("2026-06-01")}),
        ({}, {"source_date": None}),
        ({}, {"source_date": None, "valid_from": day("2020-01-01")}),
    ],
)
def test_what_is_told_later_or_of_a_later_time_is_news(
    person: Actor, now: dict[str, Any], then: dict[str, Any]
) -> None:
    remember(person, NOW, name="kiran", **now)
    old(person, **then)
    assert says(person) == [THEN]


def test_what_adds_to_the_present_text_stays_in_force(person: Actor) -> None:
    remember(person, NOW, name="kiran")
    append(person, "kiran", THEN, source_date=day("2024-03-01"))
    assert says(person) == [f"{NOW}\n{THEN}"]
    remember(person, None, name="at", value={"city": "Ghent"})
    dated: dict[str, Any] = {"source_date": day("2024-03-01"), "write_mode": WriteMode.MERGE}
    remember(person, None, name="at", value={"floor": 2}, **dated)
    assert get_memory(person, name="at").value == {"city": "Ghent", "floor": 2}


def test_a_first_text_is_in_force_however_old(person: Actor) -> None:
    assert old(person).version == 1
    assert says(person) == [THEN]


def test_reverting_puts_it_in_force(person: Actor) -> None:
    remember(person, NOW, name="kiran")
    old(person)
    assert revert(person, name="kiran", to_number=2).version == 3
    assert says(person) == [THEN]


@pytest.mark.parametrize("proposed", [False, True])
def test_undone_it_is_in_no_past(person: Actor, actor: Actor, proposed: bool) -> None:
    remember(person, NOW, name="kiran", valid_from=day("2026-05-01"))
    answer = old(actor, **({"trust": "import"} if proposed else {}))
    if proposed:
        approve(person, revision_id=UUID(answer.revision_id))
    assert undo_client_writes(person, client=actor.client, last=1).withdrawn == ["kiran"]
    assert (says(person), says(person, "2025-01-15")) == ([NOW], [])
    assert undo_client_writes(person, client=actor.client, last=1).withdrawn == []
    remember(actor, "Kiran moved.", name="kiran")
    assert undo_client_writes(person, client=actor.client, last=1).restored == ["kiran"]
    assert says(person) == [NOW]


def test_history_from_another_hand_does_not_stand_in_the_way_of_an_undo(person: Actor, actor: Actor) -> None:
    remember(person, NOW, name="kiran")
    remember(actor, "Kiran lives on the moon.", name="kiran")
    old(person)
    assert undo_client_writes(person, client=actor.client, last=1).restored == ["kiran"]
    assert (says(person), says(person, "2025-01-15")) == ([NOW], [THEN])
