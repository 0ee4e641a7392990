"""Whether a value is what its name promises."""

from __future__ import annotations

from random import Random

import pytest

from memories.secrets.values import Link, is_key, is_password, looks_random, stands_out
from tests.memories.secrets.made import HEX, KEY, PASSWORD, letters

UUID = "732f51d4-033a-47be" + "-baf4-c4d2a22f9368"


@pytest.mark.parametrize("link", list(Link))
def test_letters_and_digits_are_a_password_in_every_place(link: Link) -> None:
    assert is_password(PASSWORD, link) and is_password("48291" + "736", link)


@pytest.mark.parametrize(
    "value", ["short", "required", "sha256", "2026-11-30", "90days", "v1.2.3", "10:30:00", "ana@firma.de"]
)
def test_words_units_and_dates_are_no_password_anywhere(value: str) -> None:
    assert not any(is_password(value, link) for link in Link)


def test_letters_alone_are_a_password_only_where_they_are_written_as_one() -> None:
    assert [is_password("sunflowers", link) for link in Link] == [False, False, True, True]


def test_a_title_is_no_password() -> None:
    assert not is_password("Forgotten", Link.QUOTED) and not is_password("Sunflowers", Link.QUOTED)


@pytest.mark.parametrize("link", [Link.SAID, Link.WRITTEN, Link.QUOTED])
def test_hexadecimal_keys_are_keys_where_they_are_assigned(link: Link) -> None:
    assert is_key(letters(Random(1), 32, HEX), link)
    assert not is_key(letters(Random(1), 32, HEX), Link.LOOSE)


def test_a_uuid_is_a_key_only_where_it_is_written_as_one() -> None:
    assert is_key(UUID, Link.WRITTEN) and not is_key(UUID, Link.SAID)
    assert not is_key(UUID, Link.QUOTED, bare_token=True)


@pytest.mark.parametrize("value", [KEY + " and more", "Ed25519PrivateKey", "prod-db-2024", "x" * 30, "a" * 7])
def test_no_keys(value: str) -> None:
    assert not any(is_key(value, link) for link in Link)


NOT_RANDOM = [
    letters(Random(2), 64, HEX),
    UUID,
    KEY[:12],
    "OAuth2RefreshTokenGrant",
    "MLKEM768X25519PublicKey",
    "MyTestDatabaseSecret-a1b2c3",
    "src/app/Main2.java",
    "X-Amz-Date=20180731T235209Z",
]


@pytest.mark.parametrize("value", NOT_RANDOM)
def test_hashes_ids_names_and_paths_do_not_look_random(value: str) -> None:
    assert not looks_random(value) and looks_random(KEY)


def test_a_value_that_stands_out_is_no_word_of_a_sentence() -> None:
    assert stands_out("a1b2c3") and stands_out("winter!") and stands_out("winter24")
    assert not stands_out("winter") and not stands_out("step2") and not stands_out("\\xa1")
