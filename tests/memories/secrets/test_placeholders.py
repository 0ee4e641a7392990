"""What stands where a secret would stand."""

from __future__ import annotations

from random import Random

import pytest

from memories.secrets.placeholders import is_masked, is_reference, is_spoken, is_words
from tests.memories.secrets.made import B62, URL_SAFE, letters


@pytest.mark.parametrize(
    "value",
    [
        "xxxxxxxx",
        "****1234",
        "sk-...abcd",
        "your-key",
        "KEY_HERE",
        "00000000",
        "abcdefgh",
        "12345678",
        "ab••cd",
        "EXAMPLE",
    ],
)
def test_masks(value: str) -> None:
    assert is_masked(value)


@pytest.mark.parametrize(
    "value",
    [
        "${VAR}",
        "$VAR",
        "{{ var }}",
        "%VAR%",
        "<key>",
        "getpass()",
        "os.environ['X']",
        "process.env.X",
        "op://a/b/c",
        "~/.ssh/id",
    ],
)
def test_references(value: str) -> None:
    assert is_reference(value)


@pytest.mark.parametrize(
    "value", ["fix-3696-slice1-gapA-emit", "Ed25519PrivateKey", "getAccessToken", "a/b/c.rs:342", "HTTP2"]
)
def test_words(value: str) -> None:
    assert is_words(value)


@pytest.mark.parametrize("test", [is_masked, is_reference, is_words, is_spoken])
def test_random_letters_are_nothing_of_the_kind(test: object) -> None:
    random = Random(11)
    values = [letters(random, 24, alphabet) for alphabet in (B62, URL_SAFE) for _ in range(300)]
    assert not any(test(value) for value in values)  # type: ignore[operator]


def test_class_names_are_words_but_no_plain_ones() -> None:
    assert is_words("OAuth2RefreshTokenGrant") and not is_spoken("OAuth2RefreshTokenGrant")
