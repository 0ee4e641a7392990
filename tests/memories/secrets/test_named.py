"""Credentials in headers, and random letters beside a word for a secret."""

from __future__ import annotations

import base64

import pytest

from memories.secrets.finding import Finding
from memories.secrets.scan import scan
from tests.memories.secrets.made import KEY, PASSWORD, token

HEADERS = [
    "Authorization: Bearer {}",
    "authorization: token {}",
    'curl -H "Authorization: Bearer {}" https://host.example',
    '{{"Authorization": "Bearer {}"}}',
    '{{\\"authorization\\": \\"ApiKey {}\\"}}',
    "Bearer {}",
    "我用Bearer {}调用",
    "headers:\n  Authorization: Bearer {}\n",
]
BESIDE = [
    "the token we use there, {}",
    "our api key {}",
    "password manager entry: the deploy token\n{}",
    "{} is the api key",
    "我们的密钥 在这里 {}",
    "Der API-Schlüssel von gestern war wohl {}",
]


@pytest.mark.parametrize("template", HEADERS)
def test_a_credential_of_a_header_is_found_exactly(template: str) -> None:
    text, start = template.format(KEY), template.format("\0").index("\0")
    assert scan(text) == [Finding(start, start + len(KEY), "bearer_token")]


@pytest.mark.parametrize("template", BESIDE)
def test_random_letters_beside_a_word_for_a_secret_are_found(template: str) -> None:
    text = template.format(KEY)
    found = scan(text)
    assert [text[finding.start : finding.end] for finding in found] == [KEY]
    assert found[0].kind in {"high_entropy", "api_key"}


def test_random_letters_alone_pass() -> None:
    assert scan(f"the run is called {KEY}") == []


def test_random_letters_far_from_the_word_pass() -> None:
    assert scan(f"a token.\n\n\n{KEY}") == scan(f"a token {'and words ' * 20}{KEY}") == []


@pytest.mark.parametrize("word", ["sha256", "checksum", "commit", "etag", "base64,", "public key"])
def test_a_word_for_a_hash_between_them_says_what_it_is(word: str) -> None:
    assert scan(f"token of the release, {word} {KEY}") == []


def test_a_pair_in_basic_authorization_is_found_unless_it_is_a_manuals() -> None:
    def header(pair: str) -> str:
        return f"Authorization: Basic {base64.b64encode(pair.encode()).decode()}"

    assert [found.kind for found in scan(header(f"ana:{PASSWORD}"))] == ["bearer_token"]
    assert scan(header("user:password")) == []


@pytest.mark.parametrize(
    "text", ["Bearer token authentication", "Authorization: Bearer <token>", "bearer of this letter"]
)
def test_words_about_headers_pass(text: str) -> None:
    assert (
        scan(text)
        == scan(text.replace("<token>", "$TOKEN"))
        == scan(text.replace("<token>", "YOUR_TOKEN"))
        == []
    )


def test_a_token_of_a_vendor_behind_bearer_is_the_vendors() -> None:
    assert [found.kind for found in scan(f"Authorization: Bearer {token('github_token')}")] == [
        "github_token"
    ]
