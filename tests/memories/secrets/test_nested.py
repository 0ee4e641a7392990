"""Secrets in JSON: by their letters, by the name of their member, in the names themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from memories.secrets.kinds import DEFAULT_KINDS, Policy
from memories.secrets.policy import screen
from tests.memories.secrets.made import KEY, PASSWORD, letters, pem, token

WORD = "sword" + "fish"
AWS = letters(Random("aws"), 40)


def kept(value: Any) -> Any:
    return screen({"value": value}, dict.fromkeys(DEFAULT_KINDS, Policy.REDACT)).fields["value"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("password", "password"), ("dbPassword", "password"), ("api_key", "api_key"), ("accessToken", "api_key"),
     ("client-secret", "api_key"), ("密码", "password"), ("Authorization", "bearer_token")],
)  # fmt: skip
def test_a_string_is_judged_by_the_name_of_its_member(name: str, kind: str) -> None:
    assert kept({"a": [{name: KEY}]}) == {"a": [{name: f"<redacted:{kind}>"}]}
    assert kept({"a": [{"title": KEY}]}) == {"a": [{"title": KEY}]}


def test_a_password_of_letters_alone_is_one_in_json() -> None:
    assert kept({"password": WORD}) == {"password": "<redacted:password>"}


@pytest.mark.parametrize(
    "value", ["required", "", "${DB_PASSWORD}", "<your password>", "see vault", None, 12345, True]
)
def test_a_member_that_holds_no_secret_is_kept(value: Any) -> None:
    assert kept({"password": value}) == {"password": value}


@pytest.mark.parametrize("name", ["password_hash", "token_count", "secretName", "max_tokens", "primary_key"])
def test_a_name_that_means_another_thing_is_not_judged_by(name: str) -> None:
    assert kept({name: "pbkdf2_sha256"}) == {name: "pbkdf2_sha256"}


def test_a_list_goes_by_its_members_name() -> None:
    assert kept({"passwords": [WORD, {"a": "b"}]}) == {"passwords": ["<redacted:password>", {"a": "b"}]}


def test_a_pair_of_name_and_value_goes_by_the_name() -> None:
    assert kept([{"name": "DB_PASSWORD", "value": PASSWORD}]) == [
        {"name": "DB_PASSWORD", "value": "<redacted:password>"}
    ]
    assert kept([{"name": "DB_HOST", "value": PASSWORD}]) == [{"name": "DB_HOST", "value": PASSWORD}]


def test_a_secret_as_a_name_is_found_and_two_stay_two() -> None:
    assert kept({token("jwt"): 1, token("jwt", seed=1): 2}) == {"<redacted:jwt>": 1, "<redacted:jwt>-2": 2}


def test_keys_are_known_by_their_neighbours() -> None:
    private = pem("PRIVATE " + "KEY")(Random(1))
    account = {"type": "service_account", "private_key": private}
    assert kept(account)["private_key"] == "<redacted:google_service_account>"
    assert kept({"kty": "EC", "d": letters(Random(2), 43)})["d"] == "<redacted:private_key>"
    assert kept({"SecretAccessKey": AWS}) == {"SecretAccessKey": "<redacted:aws_secret_key>"}


def test_a_part_of_a_member_is_redacted_alone() -> None:
    assert kept({"note": f"see {token('npm_token')}"}) == {"note": "see <redacted:npm_token>"}
