from __future__ import annotations

from random import Random

import pytest

from memories.secrets.finding import Finding
from memories.secrets.redact import MAX_ROUNDS, redacted, without_secrets
from memories.secrets.scan import scan
from tests.memories.secrets.made import FORMS, PASSWORD, SURROUNDINGS, letters, token


def test_the_kind_stands_where_the_secret_stood() -> None:
    findings = [Finding(4, 7, "jwt"), Finding(11, 13, "password")]
    assert redacted("see abc to xy.", findings) == "see <redacted:jwt> to <redacted:password>."


def test_a_text_without_findings_is_the_same() -> None:
    assert redacted("nothing here", []) == "nothing here"


def test_overlapping_findings_leave_nothing_between_them() -> None:
    assert redacted("abcdef", [Finding(1, 4, "jwt"), Finding(3, 5, "password")]) == "a<redacted:jwt>f"


def test_after_redaction_nothing_is_found_in_any_surrounding() -> None:
    for surrounding in SURROUNDINGS.values():
        for kind, index in FORMS:
            clean = without_secrets(surrounding.format(token(kind, index)))
            assert scan(clean) == [] and clean == surrounding.format(f"<redacted:{kind}>")


def test_a_line_for_the_log_tells_what_was_in_it() -> None:
    assert without_secrets(f"no entry for app with password={PASSWORD}") == (
        "no entry for app with password=<redacted:password>"
    )


HIDDEN = [letters(Random(f"hidden/{place}"), 200) for place in range(MAX_ROUNDS)]
CHAIN = f"secret {' '.join(HIDDEN)}"
"""Each comes near to the word for a secret only when the one before it is taken out."""


def test_what_comes_to_light_when_another_is_taken_out_is_taken_out_too() -> None:
    assert len(scan(CHAIN)) == 1
    assert without_secrets(CHAIN) == "secret" + " <redacted:high_entropy>" * MAX_ROUNDS


def test_of_a_text_that_cannot_be_cleaned_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.secrets.redact.MAX_ROUNDS", MAX_ROUNDS - 1)
    assert without_secrets(CHAIN) == "<redacted>"
