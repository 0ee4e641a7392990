"""Every kind of secret has its words, and in English they are those of the verbs."""

from __future__ import annotations

from memories.dashboard.secret_words import SECRET_KINDS
from memories.secrets.kinds import KINDS


def test_every_kind_of_secret_has_its_words() -> None:
    assert {kind.name: kind.description for kind in KINDS} == {
        name: str(said) for name, said in SECRET_KINDS.items()
    }
