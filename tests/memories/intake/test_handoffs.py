"""What comes in with a handoff is screened like any other text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Excluded, NotFound, SecretRefused, ValidationFailed
from memories import access
from memories.intake.handoffs import MAX_ENTRIES, MAX_ENTRY, MAX_MEMORIES, MAX_SUMMARY, create_handoff
from memories.models import Handoff
from memories.services.removal import forget
from memories.services.secret_scan import scan_secrets
from tests.stories import remember

KEY = "AKIA" + "Q7RT4WXB2NMLPZ5K"
GIVEN = {"task_id": "shop", "summary": "The cart is done."}


@pytest.mark.parametrize("field", ["task_id", "summary", "addressee", "idempotency_key", *MAX_ENTRIES])
def test_a_secret_comes_in_by_no_field(actor: Actor, field: str) -> None:
    words: Any = ["fine", f"key {KEY}"] if field in MAX_ENTRIES else f"key {KEY}"
    with pytest.raises(SecretRefused) as refused:
        create_handoff(actor, **{**GIVEN, field: words})
    assert refused.value.details["field"] == field and KEY not in str(refused.value)
    assert not Handoff.objects.exists()


def test_a_secret_that_is_taken_out_is_not_kept(actor: Actor) -> None:
    workspace = access.workspace(actor.workspaces["default"])
    workspace.secret_policies = {"aws_access_key": "redact"}
    workspace.save()
    kept = create_handoff(actor, **GIVEN, decisions=[f"Use {KEY}."]).handoff
    assert kept.decisions == ["Use <redacted:aws_access_key>."]


@pytest.mark.parametrize("field", ["summary", "decisions"])
def test_what_was_forgotten_does_not_come_back_in_one(actor: Actor, field: str) -> None:
    remember(actor, "Ines pays by card.", name="ines")
    forget(actor, name="ines")
    words = "ines pays by card." if field == "summary" else ["Ines  pays by card."]
    with pytest.raises(Excluded):
        create_handoff(actor, **{**GIVEN, field: words})


TOO_MUCH = [
    ("summary", "x" * (MAX_SUMMARY + 1)), ("summary", " "), ("summary", "half \ud800"), ("task_id", ""),
    ("task_id", "x" * 201), ("decisions", ["x" * (MAX_ENTRY + 1)]), ("artifacts", ["x"] * 101),
    ("blocked_by", ["x"] * 51), ("memories", [f"m{n}" for n in range(MAX_MEMORIES + 1)]),
    ("progress", "finished"), ("sensitivity", "secret"),
    ("expires_at", datetime(2020, 1, 1, tzinfo=UTC)), ("expires_at", datetime(2100, 1, 1)),  # noqa: DTZ001
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), TOO_MUCH)
def test_what_cannot_be_kept_is_named(actor: Actor, field: str, value: Any) -> None:
    with pytest.raises(ValidationFailed) as refused:
        create_handoff(actor, **{**GIVEN, field: value})
    assert refused.value.details["field"] == field


def test_it_rests_on_memories_that_are_there(actor: Actor) -> None:
    with pytest.raises(NotFound):
        create_handoff(actor, **GIVEN, memories=["nobody"])
    assert not Handoff.objects.exists()


def test_empty_lines_are_left_out_and_the_rest_is_kept_as_it_is_stored(actor: Actor) -> None:
    later = timezone.now() + timedelta(days=1)
    kept = create_handoff(actor, **GIVEN, decisions=[" ", "Cafe\u0301 "], expires_at=later).handoff
    assert (kept.decisions, kept.expires_at) == (["Café"], later)


def test_a_scan_finds_a_secret_that_got_in_before_the_rule_was_known(person: Actor) -> None:
    kept = create_handoff(person, **GIVEN).handoff
    Handoff.objects.filter(pk=kept.pk).update(ruled_out=[f"The old key {KEY}"])
    assert {(held.place, held.row) for held in scan_secrets(person).beside} == {
        ("handoff ruled_out", str(kept.pk))
    }
