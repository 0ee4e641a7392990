"""The words by which a secret is called, and the names that mean another thing."""

from __future__ import annotations

import pytest

from memories.secrets.cues import Call, cues_in, is_other_thing


def calls(text: str) -> list[Call]:
    return [cue.call for cue in cues_in(f"{text.lower()} = x")]


@pytest.mark.parametrize(
    "text",
    ["password", "DB_PASSWORD", "userPasswd", "Passwort", "mot de passe", "contraseña", "пароль", "口令"],
)
def test_words_for_passwords(text: str) -> None:
    assert Call.PASSWORD in calls(text)


@pytest.mark.parametrize(
    "text", ["api key", "apiKey", "X-API-KEY", "client_secret", "SecretAccessKey", "密钥", "clé secrète"]
)
def test_words_for_keys(text: str) -> None:
    assert Call.KEY in calls(text)


@pytest.mark.parametrize("text", ["access_token", "token", "令牌", "jeton"])
def test_words_for_tokens(text: str) -> None:
    assert calls(text) == [Call.TOKEN]


def test_a_key_of_anything_is_guarded() -> None:
    assert calls("STRIPE_KEY") == [Call.GUARDED]


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens",
        "next page token",
        "tokenizer",
        "secretary",
        "primary_key",
        "monkey",
        "compass",
        "classpath",
        "keyboard",
    ],
)
def test_words_that_only_contain_one(text: str) -> None:
    assert calls(text) == []


@pytest.mark.parametrize(
    "tail", ["_hash", "hash", "_file", "_id", "name", "_count", "keyref", "-policy", "expiry"]
)
def test_tails_that_make_another_thing(tail: str) -> None:
    assert is_other_thing(tail)


@pytest.mark.parametrize("tail", ["", "_prod", "2", "value", "_for_ana", "paid"])
def test_tails_that_leave_it_a_secret(tail: str) -> None:
    assert not is_other_thing(tail)


def test_cues_come_in_order() -> None:
    starts = [cue.start for cue in cues_in("token 密码 api_key password secret")]
    assert starts == sorted(starts) and len(starts) == 5
