"""Asking the past a question."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.recall.recall import recall
from memories.services.removal import archive, forget
from tests.stories import remember

ASKED = "Which database does Falcon use?"
BEFORE, SINCE = "2026-02-01", "2026-05-01"


@pytest.fixture
def moved(actor: Actor) -> None:
    """Falcon used MySQL from January and uses PostgreSQL from March on."""
    for text, day in (
        ("MySQL", datetime(2026, 1, 5, tzinfo=UTC)),
        ("PostgreSQL", datetime(2026, 3, 5, tzinfo=UTC)),
    ):
        remember(actor, f"Falcon uses the database {text}.", name="falcon", source_date=day)
    remember(actor, "Tea at four.", name="tea", source_date=datetime(2026, 1, 1, tzinfo=UTC))


def texts(actor: Actor, query: str = ASKED, **asked: Any) -> list[str]:
    return [memory.content for memory in recall(actor, query=query, **asked).memories]


@pytest.mark.parametrize("embedding", ["onnx:all-MiniLM-L6-v2", "none"])
def test_a_question_is_answered_as_it_was_true_then(
    actor: Actor, moved: None, settings: Any, embedding: str
) -> None:
    settings.EMBEDDING = embedding
    assert texts(actor, as_of=BEFORE) == ["Falcon uses the database MySQL."]
    assert texts(actor, as_of=SINCE) == ["Falcon uses the database PostgreSQL."]
    assert texts(actor, as_of="2025-12-01") == []


def test_the_receipt_says_why(actor: Actor, moved: None) -> None:
    found = recall(actor, query=ASKED, as_of=BEFORE)
    (hit,) = found.memories
    assert (found.mode, found.candidates, hit.version) == ("as-of", 1, 1)
    assert hit.receipt.reasons == ["close in meaning", "shares words"] and hit.receipt.similarity > 0.3


def test_meaning_alone_finds_what_shares_no_word(actor: Actor, moved: None) -> None:
    assert texts(actor, "what to drink in the afternoon", as_of=BEFORE)[0] == "Tea at four."


def test_what_was_held_then_is_found_though_it_was_archived_since(actor: Actor) -> None:
    remember(actor, "Falcon uses MySQL.", name="falcon")
    assert texts(actor, known_at="2100-01-01") == ["Falcon uses MySQL."]
    assert texts(actor, known_at="2020-01-01") == []
    archive(actor, name="falcon")
    assert texts(actor, known_at="2100-01-01") == [] == texts(actor, as_of="2100-01-01")


def test_what_was_forgotten_is_in_no_past(actor: Actor, moved: None) -> None:
    forget(actor, name="falcon")
    assert texts(actor, as_of=BEFORE) == [] == texts(actor, as_of=SINCE)


def test_filters_pages_and_a_list_without_a_question(actor: Actor, moved: None) -> None:
    remember(
        actor, "Falcon uses the queue Redis.", name="queue", source_date=datetime(2026, 1, 6, tzinfo=UTC)
    )
    first = recall(actor, query=ASKED, as_of=BEFORE, limit=1)
    rest = recall(actor, query=ASKED, as_of=BEFORE, limit=1, cursor=first.next_cursor)
    assert [each.name for each in (*first.memories, *rest.memories)] == ["falcon", "queue"]
    assert texts(actor, as_of=BEFORE, kinds=["decision"]) == []
    assert len(recall(actor, as_of=BEFORE).memories) == 3


@pytest.mark.parametrize(
    "asked", [{"as_of": "yesterdayish"}, {"as_of": BEFORE, "statuses": ["active"]},
              {"as_of": BEFORE, "explain": "falcon"}, {"as_of": BEFORE, "cursor": "x"}],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(actor: Actor, asked: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed):
        recall(actor, query=ASKED, **asked)


def test_nobody_sees_more_of_the_past_than_of_today(actor: Actor, person: Actor, stranger: Actor) -> None:
    remember(person, "Falcon uses a secret.", name="secret", sensitivity="private", workspace="team")
    assert texts(actor, as_of="2100-01-01", workspace="team") == []
    assert texts(person, as_of="2100-01-01", workspace="team", private=True) != []
    with pytest.raises(Forbidden):
        texts(replace(actor, permissions=frozenset({Permission.WRITE})), as_of=BEFORE)
    with access.acting(stranger):
        assert texts(stranger, as_of="2100-01-01") == []
        with pytest.raises(NotFound):
            texts(stranger, as_of=BEFORE, workspace="team")
