"""What is sealed under a secret is read by who shows the secret, and by nobody else."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag

from oauth.services.sealing import seal, unseal


def test_the_secret_opens_what_was_sealed_under_it() -> None:
    sealed = seal("a text", under="secret", purpose="tests")
    assert b"a text" not in sealed and b"secret" not in sealed
    assert unseal(sealed, under="secret", purpose="tests") == "a text"


def test_no_two_seals_are_alike() -> None:
    assert seal("a", under="s", purpose="p") != seal("a", under="s", purpose="p")


@pytest.mark.parametrize(
    ("secret", "purpose", "broken"), [("other", "tests", 0), ("secret", "else", 0), ("secret", "tests", 1)]
)
def test_another_secret_purpose_or_text_opens_nothing(secret: str, purpose: str, broken: int) -> None:
    sealed = seal("a text", under="secret", purpose="tests")
    sealed = sealed[:-1] + bytes([sealed[-1] ^ broken])
    with pytest.raises(InvalidTag):
        unseal(sealed, under=secret, purpose=purpose)
