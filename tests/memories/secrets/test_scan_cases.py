"""The SD cases: what must be refused and what must pass. Their texts are in pieces and joined here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memories.secrets.policy import screen
from memories.secrets.redact import redacted
from memories.secrets.scan import scan

CASES = json.loads((Path(__file__).parents[2] / "cases" / "secrets.json").read_text())
TEXTS = [
    pytest.param("".join(text["parts"]), text["expect"], id=f"{name}-{number}")
    for name, texts in CASES.items()
    for number, text in enumerate(texts, start=1)
]


@pytest.mark.parametrize(("text", "expect"), TEXTS)
def test_the_case_comes_out_right(text: str, expect: str) -> None:
    assert bool(scan(text)) is (expect == "reject")


@pytest.mark.parametrize(("text", "expect"), TEXTS)
@pytest.mark.parametrize("field", ["content", "name", "description", "tags"])
def test_the_case_comes_out_right_in_every_field(text: str, expect: str, field: str) -> None:
    given = [text] if field == "tags" else text
    assert bool(screen({field: given}).refused) is (expect == "reject")


@pytest.mark.parametrize(("text", "expect"), TEXTS)
def test_the_case_glued_to_other_scripts_comes_out_right(text: str, expect: str) -> None:
    assert bool(scan(f"密钥{text}请保密")) is (expect == "reject")


@pytest.mark.parametrize(("text", "expect"), TEXTS)
def test_nothing_of_the_secret_is_left_after_redaction(text: str, expect: str) -> None:
    findings = scan(text)
    clean = redacted(text, findings)
    assert scan(clean) == []
    for finding in findings:
        secret = text[finding.start : finding.end]
        assert not any(secret[at : at + 12] in clean for at in range(max(1, len(secret) - 11)))
