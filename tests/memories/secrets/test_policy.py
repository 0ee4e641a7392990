"""What becomes of a write: refused, redacted, warned of, or left alone, field by field."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from memories.secrets.kinds import DEFAULT_KINDS, Policy
from memories.secrets.nested import MAX_DEPTH, NestedTooDeep
from memories.secrets.policy import Hit, screen
from memories.secrets.redact import MAX_ROUNDS
from tests.memories.secrets.made import KEY, PASSWORD, TOKENS, letters, token

REDACT_ALL = dict.fromkeys(DEFAULT_KINDS, Policy.REDACT)


@pytest.mark.parametrize("kind", TOKENS)
@pytest.mark.parametrize("field", ["content", "name", "description", "tags", "source", "value"])
def test_by_default_every_kind_is_refused_in_every_field(kind: str, field: str) -> None:
    secret = f"x {token(kind)} y"
    shapes: dict[str, Any] = {"tags": ("a", secret), "value": {"a": [1, {"b": secret}]}}
    screening = screen({"title": "harmless", field: shapes.get(field, secret)})
    assert screening.refused == (Hit(field, kind),)
    assert screening.redacted == screening.warned == ()


def test_a_harmless_write_is_kept_as_it_is() -> None:
    fields = {
        "content": "The deploy token lives in the vault.",
        "value": {"a": [1, None, True, 2.5, "x"]},
        "tags": [],
    }
    screening = screen(fields)
    assert screening.fields == fields and not (screening.refused or screening.redacted or screening.warned)


def test_redaction_keeps_the_rest_of_the_text() -> None:
    screening = screen({"content": f"Use {token('npm_token')} for CI."}, {"npm_token": Policy.REDACT})
    assert screening.fields == {"content": "Use <redacted:npm_token> for CI."}
    assert screening.redacted == (Hit("content", "npm_token"),) and not screening.refused


def test_a_name_that_would_be_redacted_is_refused() -> None:
    screening = screen({"name": token("npm_token")}, REDACT_ALL, names=("name",))
    assert screening.refused == (Hit("name", "npm_token"),) and not screening.redacted


def test_a_warning_changes_nothing() -> None:
    fields = {"content": token("jwt")}
    screening = screen(fields, {"jwt": Policy.WARN})
    assert screening.fields == fields and screening.warned == (Hit("content", "jwt"),)


def test_a_kind_that_is_off_is_not_looked_at() -> None:
    screening = screen({"content": f"token={token('jwt')}"}, {"jwt": Policy.OFF})
    assert not (screening.refused or screening.redacted or screening.warned)


def test_personal_data_is_looked_for_when_asked() -> None:
    text = "Ask ana.pop@firma.de"
    assert not screen({"content": text}).refused
    assert screen({"content": text}, {"email": Policy.REDACT}).fields == {"content": "Ask <redacted:email>"}


def test_kinds_with_different_policies_in_one_text() -> None:
    text = f"{token('jwt')} {token('npm_token')} {token('aws_access_key')}"
    screening = screen({"content": text}, {"jwt": Policy.WARN, "npm_token": Policy.REDACT})
    assert screening.warned == (Hit("content", "jwt"),)
    assert screening.redacted == (Hit("content", "npm_token"),)
    assert screening.refused == (Hit("content", "aws_access_key"),)


def test_no_part_of_a_secret_is_in_what_is_told() -> None:
    screening = screen({"value": {"password": PASSWORD, token("jwt"): [KEY]}}, REDACT_ALL)
    told = repr(screening)
    assert not any(secret in told for secret in (PASSWORD, token("jwt"), token("jwt")[:12]))


def test_json_deeper_than_anyone_writes_is_not_looked_into() -> None:
    value: Any = PASSWORD
    for _ in range(MAX_DEPTH + 1):
        value = [value]
    with pytest.raises(NestedTooDeep):
        screen({"value": value})


def test_what_is_kept_holds_nothing_more_to_find() -> None:
    fields = {"value": {"api_key": KEY, "notes": [f"password: {PASSWORD}", token("private_key")]}}
    kept = screen(fields, REDACT_ALL).fields
    assert not screen(kept).refused and not screen({"content": json.dumps(kept)}).refused


HIDDEN = "secret " + " ".join(letters(Random(f"hidden/{place}"), 200) for place in range(MAX_ROUNDS))
"""Each comes near to the word for a secret only when the one before it is taken out."""


def test_what_comes_to_light_when_another_is_taken_out_is_taken_out_too() -> None:
    kept = screen({"content": HIDDEN}, REDACT_ALL).fields["content"]
    assert kept == "secret" + " <redacted:high_entropy>" * MAX_ROUNDS


def test_a_text_that_cannot_be_cleaned_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.secrets.policy.MAX_ROUNDS", MAX_ROUNDS - 2)
    assert screen({"content": HIDDEN}, REDACT_ALL).refused == (Hit("content", "high_entropy"),)
