"""Every field of a draft within its limits and among its choices, or refused by its name."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.errors import ValidationFailed
from memories.intake.shape import MAX_DESCRIPTION, MAX_KEY, MAX_SOURCE, MAX_SUPERSEDED, shaped
from memories.services.drafts import Draft, WriteMode
from memories.text.names import MAX_NAME, MAX_SLUG, MAX_TAG, MAX_TAGS

AGENT = Actor(1, "token:codex", agent="codex", workspaces={"default": UUID(int=1)}, permissions=EVERYTHING)
NAMELESS = Actor(1, "token:codex", workspaces={"default": UUID(int=1)}, permissions=EVERYTHING)
THEN, LATER = datetime(2040, 1, 1, tzinfo=UTC), datetime(2041, 1, 1, tzinfo=UTC)
SURE = {"basis": "agent_inferred"}

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("name", {"name": "x" * (MAX_NAME + 1)}),
    ("name", {"name": "a/b"}),
    ("description", {"description": "x" * (MAX_DESCRIPTION + 1)}),
    ("source", {"source": "x" * (MAX_SOURCE + 1)}),
    ("kind", {"kind": "k" * (MAX_SLUG + 1)}),
    ("kind", {"kind": "wörk"}),
    ("tags", {"tags": ["x" * (MAX_TAG + 1)]}),
    ("tags", {"tags": [f"t{place}" for place in range(MAX_TAGS + 1)]}),
    ("recall", {"recall_tier": "sometimes"}),
    ("sensitivity", {"sensitivity": "secret"}),
    ("trust", {"trust": "everybody"}),
    ("scope", {"scope": "galaxy"}),
    ("task_id", {"scope": "task"}),
    ("task_id", {"scope": "task", "task_id": "  "}),
    ("task_id", {"scope": "user", "task_id": "t1"}),
    ("task_id", {"scope": "task", "task_id": "x" * (MAX_KEY + 1)}),
    ("supersedes", {"supersedes": ["a/b"]}),
    ("supersedes", {"supersedes": [f"m{place}" for place in range(MAX_SUPERSEDED + 1)]}),
    ("clear", {"clear": frozenset({"content"})}),
    ("confidence", {"confidence": 0.5}),
    ("confidence", {"basis": "agent_inferred"}),
    ("confidence", {"confidence": -0.01, **SURE}),
    ("confidence", {"confidence": 1.01, **SURE}),
    ("confidence", {"confidence": float("nan"), **SURE}),
    ("confidence", {"confidence": float("-inf"), **SURE}),
    ("basis", {"confidence": 0.5, "basis": "hearsay"}),
    ("basis", {"confidence": 0.5, "basis": "user_asserted"}),
    *((field, {field: datetime(2040, 1, 1)}) for field in ("source_date", "expires_at", "check_by")),  # noqa: DTZ001
    *((field, {field: datetime(2040, 1, 1)}) for field in ("valid_from", "valid_until")),  # noqa: DTZ001
    ("expires_at", {"expires_at": datetime(2020, 1, 1, tzinfo=UTC)}),
    ("valid_until", {"valid_from": LATER, "valid_until": THEN}),
    ("valid_until", {"valid_from": THEN, "valid_until": THEN}),
    ("expected_version", {"expected_version": -1}),
    ("name", {"write_mode": WriteMode.APPEND}),
    ("name", {"write_mode": WriteMode.MERGE}),
    ("idempotency_key", {"idempotency_key": "x" * (MAX_KEY + 1)}),
]


@pytest.mark.parametrize(("field", "given"), REFUSED)
def test_what_is_beyond_its_limits_or_no_choice_is_refused_by_its_field(
    field: str, given: dict[str, Any]
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        shaped(AGENT, Draft(content="a", **given))
    assert refusal.value.details["field"] == field


def test_an_agent_without_a_name_has_no_memories_of_its_own() -> None:
    assert shaped(AGENT, Draft(content="a", scope="agent")).scope == "agent"
    with pytest.raises(ValidationFailed) as refusal:
        shaped(NAMELESS, Draft(content="a", scope="agent"))
    assert refusal.value.details["field"] == "scope"


def test_what_is_just_within_its_limits_is_kept_as_it_is() -> None:
    given: dict[str, Any] = {
        "name": "x" * MAX_NAME,
        "description": "d" * MAX_DESCRIPTION,
        "source": "s" * MAX_SOURCE,
        "kind": "k" * MAX_SLUG,
        "tags": ["t" * MAX_TAG],
        "task_id": "t" * MAX_KEY,
        "scope": "task",
        "idempotency_key": "i" * MAX_KEY,
        "confidence": 1.0,
        **SURE,
        "expected_version": 0,
        "valid_from": THEN,
        "valid_until": LATER,
        "expires_at": LATER,
    }
    kept = shaped(AGENT, Draft(content="a", **given))
    assert {field: getattr(kept, field) for field in given} == given


def test_nobody_but_a_person_says_what_an_owner_says() -> None:
    assert shaped(AGENT, Draft(content="a", trust="owner")).trust == "agent"
