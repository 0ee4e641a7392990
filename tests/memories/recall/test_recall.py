from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.intake.submit import submit_all
from memories.models import Memory, Passage
from memories.recall.listing import list_memories
from memories.recall.reading import get_memory
from memories.recall.recall import recall
from memories.services.drafts import Draft
from tests.stories import names_found, remember


def test_a_question_in_other_words_finds_its_memory_and_says_why(actor: Actor) -> None:
    remember(actor, "The shop's website is deployed every Tuesday.", name="deploy")
    remember(actor, "Ana prefers short answers.", name="ana")
    answer = recall(actor, query="On which weekday do we release the site?")
    assert answer.memories[0].name == "deploy" and answer.mode == "hybrid"
    receipt = answer.memories[0].receipt
    assert receipt is not None and receipt.ranks["meaning"] == 1 and "close in meaning" in receipt.reasons


def test_nothing_close_is_answered_with_nothing(actor: Actor) -> None:
    remember(actor, "Ana prefers short answers.", name="ana")
    assert names_found(actor, "qwertyuiop zxcvbnm") == []


def test_the_exact_name_comes_first(actor: Actor) -> None:
    remember(actor, "The harbour plan is the plan of the harbour.", name="other")
    remember(actor, "Cranes.", name="harbour plan")
    answer = recall(actor, query="harbour plan")
    assert answer.memories[0].name == "harbour plan"
    assert "exact name" in answer.memories[0].receipt.reasons  # type: ignore[union-attr]


def test_an_unknown_word_does_not_zero_the_answer(actor: Actor) -> None:
    remember(actor, "The webhook of the payment service is not replying.", name="hook")
    assert names_found(actor, "why is the flumoxed webhook not replying")[:1] == ["hook"]


@pytest.mark.parametrize(
    "query",
    [
        "'",
        '"',
        "a & b",
        "!!",
        "foo:*",
        "(",
        "\\",
        "%",
        "_",
        "-x",
        "OR",
        "'; DROP TABLE x; --",
        "\x00",
        "\ud800x",
    ],
)
def test_operators_and_broken_characters_are_plain_text(actor: Actor, query: str) -> None:
    remember(actor, "Some text.")
    if query == "\x00":
        with pytest.raises(ValidationFailed):
            recall(actor, query=query)
    else:
        assert recall(actor, query=query).mode == "hybrid"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": " \n"}, "query"),
        ({"query": "x" * 10_001}, "query"),
        ({"query": "a", "limit": 0}, "limit"),
        ({"query": "a", "limit": 101}, "limit"),
        ({"query": "a", "cursor": "nonsense"}, "cursor"),
        ({"tiers": ["sometimes"]}, "tiers"),
        ({"since": "0000-01-01"}, "since"),
        ({"until": "tomorrowish"}, "until"),
    ],
)
def test_what_cannot_be_asked_is_said_with_its_field(actor: Actor, asked: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        recall(actor, **asked)
    assert refusal.value.details["field"] == field


def test_a_cursor_leads_through_all_pages_once(actor: Actor) -> None:
    submit_all(actor, drafts=[Draft(content=f"Harbour note number {n}", name=f"n{n}") for n in range(25)])
    for asked in ({"query": "harbour note"}, {}):
        seen, cursor = [], None
        while True:
            page = recall(actor, limit=10, cursor=cursor, **asked)
            seen += [memory.name for memory in page.memories]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert sorted(seen) == sorted(f"n{n}" for n in range(25))


def test_a_cursor_belongs_to_its_question(actor: Actor) -> None:
    submit_all(actor, drafts=[Draft(content=f"Harbour note number {n}") for n in range(15)])
    cursor = recall(actor, query="harbour note", limit=10).next_cursor
    with pytest.raises(ValidationFailed, match="another question"):
        recall(actor, query="harbour notes", limit=10, cursor=cursor)


def test_filters_narrow_and_top_k_is_filled(actor: Actor) -> None:
    drafts = [
        Draft(content=f"Harbour note number {n}", kind="decision" if n % 10 == 0 else "user")
        for n in range(60)
    ]
    submit_all(actor, drafts=drafts)
    answer = recall(actor, query="harbour note", kinds=["decision"], limit=6)
    assert len(answer.memories) == 6 and {memory.kind for memory in answer.memories} == {"decision"}


def test_an_expired_memory_is_not_read(actor: Actor) -> None:
    remember(actor, "The harbour is closed.", name="gone", expires_at=datetime(2100, 1, 1, tzinfo=UTC))
    for model in (Memory, Passage):
        model.objects.update(expires_at=datetime(2020, 1, 1, tzinfo=UTC))  # type: ignore[attr-defined]
    assert names_found(actor, "harbour closed") == []
    assert list_memories(actor).memories == []
    with pytest.raises(NotFound):
        get_memory(actor, name="gone")


def test_mt_03_the_few_of_one_are_found_among_the_many_of_another(actor: Actor, stranger: Actor) -> None:
    near = [Draft(content=f"The lighthouse of the northern harbour, note {n}") for n in range(200)]
    submit_all(actor, drafts=near)
    with access.acting(stranger):
        remember(stranger, "We once saw a beacon near a port.", name="mine")
        assert names_found(stranger, "lighthouse in the northern harbour", limit=5) == ["mine"]


def test_without_an_owner_in_context_a_search_finds_nothing(actor: Actor) -> None:
    remember(actor, "The harbour is closed today.")
    with access.acting(replace(actor, workspaces={})):
        assert recall(actor, query="harbour").memories == []


def test_a_foreign_workspace_is_not_found(actor: Actor, stranger: Actor) -> None:
    with access.acting(stranger), pytest.raises(NotFound):
        recall(stranger, query="x", workspace="team")


def test_reading_needs_the_permission(actor: Actor) -> None:
    with pytest.raises(Forbidden, match="memory:read"):
        recall(replace(actor, permissions=frozenset({Permission.WRITE})), query="x")


def test_the_number_of_statements_does_not_grow_with_the_hits(actor: Actor) -> None:
    submit_all(actor, drafts=[Draft(content=f"Harbour note number {n}") for n in range(60)])
    counts = []
    for limit in (1, 40):
        with CaptureQueriesContext(connection) as statements:
            assert len(recall(actor, query="harbour note", limit=limit).memories) == limit
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize("broken", ["a\x00b", "a\ud800b"])
def test_broken_characters_in_names_and_filters_find_nothing(actor: Actor, broken: str) -> None:
    remember(actor, "Some text.", name="a b")
    with pytest.raises(NotFound):
        get_memory(actor, name=broken)
    for asked in ({"kinds": [broken]}, {"tags": [broken]}, {"task_id": broken, "kinds": ["none"]}):
        assert recall(actor, query="text", **asked).memories == []
        assert list_memories(actor, **asked).memories == []


def test_a_name_is_found_in_either_unicode_form(actor: Actor) -> None:
    remember(actor, "Some text.", name="caf\u00e9")
    assert get_memory(actor, name="cafe\u0301").content == "Some text."


def test_an_identifier_finds_its_memory_among_many_alike(actor: Actor) -> None:
    drafts = [
        Draft(content=f"Ticket ticket-{n} waits for the harbour team.", name=f"t{n}") for n in range(120)
    ]
    submit_all(actor, drafts=drafts)
    for number in (7, 58, 111):
        answer = recall(actor, query=f"what about ticket-{number} of the harbour team?")
        assert answer.memories[0].name == f"t{number}"
        assert "exact identifier" in answer.memories[0].receipt.reasons  # type: ignore[union-attr]


def test_pages_of_one_question_neither_repeat_nor_skip(actor: Actor) -> None:
    submit_all(
        actor, drafts=[Draft(content=f"The harbour team wrote note {n}", name=f"n{n}") for n in range(90)]
    )
    seen: list[str] = []
    cursor = None
    while True:
        page = recall(actor, query="what did the harbour team write", limit=20, cursor=cursor)
        seen += [memory.name for memory in page.memories]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == page.candidates
