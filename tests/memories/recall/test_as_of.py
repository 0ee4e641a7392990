"""The past, by what was held and by what was true."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.recall.as_of import as_of, memory_as_of
from memories.recall.reading import get_memory
from memories.services import turns
from memories.services.removal import archive, forget, restore
from memories.services.review import approve
from tests.stories import remember


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Has the verbs of the following lines happen at noon of a day."""

    def at(day: str) -> None:
        monkeypatch.setattr(turns.timezone, "now", lambda: moment(f"{day}T12:00:00"))

    return at


def moment(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def held(actor: Actor, day: str, **asked: Any) -> dict[str, str]:
    return {each.name: each.content for each in as_of(actor, known_at=day, **asked).memories}


def true(actor: Actor, day: str, **asked: Any) -> dict[str, str]:
    return {each.name: each.content for each in as_of(actor, at=day, **asked).memories}


def test_what_was_held_on_a_day_is_what_was_active_at_its_end(actor: Actor, on: Any) -> None:
    for day, place in (("2026-01-10", "Ghent"), ("2026-02-10", "Bruges"), ("2026-03-10", "Antwerp")):
        on(day)
        remember(actor, f"The office is in {place}.", name="office")
    assert held(actor, "2026-01-09") == {}
    assert held(actor, "2026-01-10") == {"office": "The office is in Ghent."}
    assert held(actor, "2026-03-09") == {"office": "The office is in Bruges."}
    found = memory_as_of(actor, name="office", known_at="2026-02-10T12:00:00Z")
    assert (found.content, found.version, found.status) == ("The office is in Bruges.", 2, "superseded")


def test_a_proposal_is_held_from_its_approval_on(actor: Actor, person: Actor, on: Any) -> None:
    on("2026-01-10")
    revision = remember(actor, "The office is in Ghent.", name="office", trust="web").revision_id
    on("2026-02-10")
    approve(person, revision_id=UUID(revision))
    assert held(actor, "2026-01-20") == {}
    assert held(actor, "2026-02-20") == {"office": "The office is in Ghent."}


def test_what_was_archived_then_was_not_held(actor: Actor, on: Any) -> None:
    on("2026-01-10")
    remember(actor, "The office is in Ghent.", name="office")
    on("2026-02-10")
    archive(actor, name="office")
    on("2026-03-10")
    restore(actor, name="office")
    assert [bool(held(actor, f"2026-0{month}-20")) for month in (1, 2, 3)] == [True, False, True]
    assert true(actor, "2026-02-20") == {"office": "The office is in Ghent."}


def test_what_was_forgotten_is_in_no_past(actor: Actor, on: Any) -> None:
    on("2026-01-10")
    remember(actor, "The office is in Ghent.", name="office")
    on("2026-02-10")
    forget(actor, name="office")
    assert held(actor, "2026-01-20") == true(actor, "2026-01-20") == {}


@pytest.mark.parametrize("same", [True, False])
def test_tm_05_old_news_that_comes_in_late_is_history(person: Actor, on: Any, same: bool) -> None:
    on("2026-11-30")
    new, old = "Kiran lives in Electronic City.", "Kiran lives in Whitefield."
    remember(person, new, name="kiran", valid_from=moment("2026-05-01T00:00:00"))
    on("2026-12-01")
    dated = moment("2024-06-01T00:00:00")
    where = "kiran" if same else "kiran-before"
    remember(person, old, name=where, source_date=dated, valid_until=moment("2026-05-01T00:00:00"))
    assert true(person, "2025-01-15") == {where: old}
    assert true(person, "2026-12-02") == {"kiran": new}
    assert as_of(person, at="2025-01-15").memories[0].source_date == dated


def test_what_replaced_another_memory_ends_it_when_it_began(person: Actor, on: Any) -> None:
    on("2026-01-10")
    remember(person, "Kiran lives in Whitefield.", name="before")
    on("2026-11-30")
    began = moment("2026-05-01T00:00:00")
    remember(person, "Kiran lives in Electronic City.", name="now", supersedes=["before"], valid_from=began)
    assert [set(true(person, day)) for day in ("2026-04-30", "2026-05-01")] == [{"before"}, {"now"}]


def test_what_was_true_as_it_was_known_then(person: Actor, on: Any) -> None:
    on("2026-01-10")
    remember(person, "The shop opens at nine.", name="shop")
    on("2026-03-10")
    since = moment("2026-02-01T00:00:00")
    remember(person, "The shop opens at ten.", name="shop", valid_from=since)
    assert true(person, "2026-02-15") == {"shop": "The shop opens at ten."}
    assert true(person, "2026-02-15", known_at="2026-03-01") == {"shop": "The shop opens at nine."}


def test_a_day_is_the_readers_day(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns.timezone, "now", lambda: moment("2025-07-25T02:00:00"))
    remember(actor, "The harbour is closed.", name="note")
    reader = replace(actor, timezone="America/Los_Angeles")
    assert (set(held(reader, "2025-07-24")), set(held(actor, "2025-07-24"))) == ({"note"}, set())


def test_pages_go_on_where_they_ended(actor: Actor, on: Any) -> None:
    for day in range(1, 6):
        on(f"2026-01-0{day}")
        remember(actor, f"Number {day}.", name=f"n{day}")
    first = as_of(actor, known_at="2026-02-01", limit=3)
    rest = as_of(actor, known_at="2026-02-01", limit=3, cursor=first.next_cursor)
    assert [each.name for each in (*first.memories, *rest.memories)] == ["n5", "n4", "n3", "n2", "n1"]
    with pytest.raises(ValidationFailed, match="another question"):
        as_of(actor, known_at="2026-02-02", limit=3, cursor=first.next_cursor)


def test_who_may_not_read_has_no_past_either(actor: Actor, person: Actor, stranger: Actor) -> None:
    remember(actor, "milk", name="shopping")
    remember(person, "Dear diary.", name="diary", sensitivity="private")
    assert set(held(actor, "9999-01-01")) == {"shopping"}
    assert set(held(person, "9999-01-01", private=True)) == {"shopping", "diary"}
    with pytest.raises(Forbidden, match="memory:read"):
        held(replace(actor, permissions=frozenset({Permission.WRITE})), "2026-01-01")
    with access.acting(stranger), pytest.raises(NotFound):
        memory_as_of(stranger, name="shopping", known_at="9999-01-01")


def test_a_day_must_be_named_and_be_one(actor: Actor) -> None:
    told = {"known_at": "2026-01-01", "statuses": ["proposed"]}
    for asked in ({}, {"at": "soon"}, {"known_at": "2026-02-30"}, told):
        with pytest.raises(ValidationFailed):
            as_of(actor, **asked)


def test_a_projects_past_is_read_together_with_the_default_one(actor: Actor) -> None:
    remember(actor, "Of the team.", name="tea", workspace="team")
    remember(actor, "Of everyone.", name="tea")
    asked = {"name": "tea", "known_at": "9999-01-01"}
    assert memory_as_of(actor, workspace="team", **asked).content == "Of the team."
    assert memory_as_of(actor, **asked).content == "Of everyone."
    assert get_memory(actor, name="tea", workspace="team").content == "Of the team."
