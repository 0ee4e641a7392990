"""Every kind in every surrounding: found once, as what it is, from its first letter to its last."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from memories.secrets.finding import Finding
from memories.secrets.kinds import CERTAIN_KINDS, KINDS, PERSONAL_KINDS
from memories.secrets.scan import scan
from tests.memories.secrets.made import B64, FORMS, SURROUNDINGS, TOKENS, letters, token

KNOWN_INSIDE = {"private_key", "pgp_private_key", "slack_webhook", "discord_webhook", "telegram_token"}
"""Known by what stands in them, not by how they begin."""


@pytest.mark.parametrize("surrounding", SURROUNDINGS)
def test_every_form_of_every_kind_is_found_where_it_stands(surrounding: str) -> None:
    before, after = SURROUNDINGS[surrounding].format("\0").split("\0")
    for kind, index in FORMS:
        secret = token(kind, index)
        found = scan(before + secret + after)
        assert found == [Finding(len(before), len(before) + len(secret), kind)], (kind, index)


def test_every_kind_told_by_its_shape_has_a_form_here() -> None:
    elsewhere = {"aws_secret_key", "database_url", "url_password", "google_service_account"}
    assert set(TOKENS) == CERTAIN_KINDS - PERSONAL_KINDS - elsewhere


@pytest.mark.parametrize(("kind", "index"), FORMS)
def test_another_random_body_is_found_as_well(kind: str, index: int) -> None:
    for seed in range(1, 6):
        secret = token(kind, index, seed)
        assert scan(f"see {secret} there") == [Finding(4, 4 + len(secret), kind)]


@pytest.mark.parametrize("kind", sorted(set(TOKENS) - KNOWN_INSIDE))
def test_inside_a_longer_ascii_word_nothing_begins(kind: str) -> None:
    assert kind not in {finding.kind for finding in scan("word" + token(kind))}


def test_several_secrets_are_told_apart_and_in_order() -> None:
    text = " and ".join(token(kind) for kind in TOKENS)
    found = scan(text)
    assert [finding.kind for finding in found] == list(TOKENS)
    assert all(one.end < other.start for one, other in pairwise(found))


def test_only_the_kinds_asked_for_are_found() -> None:
    text = f"{token('jwt')} {token('npm_token')}"
    assert [finding.kind for finding in scan(text, kinds={"npm_token"})] == ["npm_token"]


def test_a_kind_that_is_off_stays_off_behind_a_word_for_secrets() -> None:
    wanted = {kind.name for kind in KINDS} - {"github_token"}
    assert scan(f"token: {token('github_token')}", kinds=wanted) == []


def test_a_line_break_in_a_token_does_not_hide_it() -> None:
    secret = token("anthropic_key")
    text = f"The key:\n{secret[:60]}\n{secret[60:]}\nEnd."
    assert scan(text) == [Finding(9, 9 + len(secret) + 1, "anthropic_key")]
    short = token("aws_access_key")
    assert [found.kind for found in scan(f"{short[:12]}\n{short[12:]}")] == ["aws_access_key"]


def test_words_on_two_lines_make_no_token() -> None:
    assert scan("We use sk-learn-pipeline\nrandomforest2024 and npm_\nconfiguration") == []


def test_nothing_is_found_in_nothing() -> None:
    assert scan("") == scan(" \n") == []


def test_an_aws_secret_key_is_told_by_the_id_beside_it() -> None:
    key, shown = letters(Random("aws/beside"), 40, B64), token("aws_access_key")
    assert [found.kind for found in scan(f"{shown} {key}")] == ["aws_access_key", "aws_secret_key"]
    assert scan(key) == []
