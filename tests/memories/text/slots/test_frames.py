"""Who told it goes without saying where it is the user; whom it is told of does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SAME = """
The user told me that the rent is 1,200 euros. | The rent is €1200.
The user mentioned that he has two daughters. | The user has two daughters.
User said they are allergic to nuts. | The user is allergic to nuts.
The user said her rent is 900 euros. | The user's rent is 900 euros.
Der Nutzer sagte, dass er Nüsse mag. | Der Nutzer mag Nüsse.
用户说他对花生过敏。 | 用户对花生过敏。
"""

OTHER = """
The user said that Anna is allergic to nuts. | The user is allergic to nuts.
Anna said that she is allergic to nuts. | The user is allergic to nuts.
The user said that he is not allergic to nuts. | The user is allergic to nuts.
The user said that he has two daughters. | The user has three daughters.
The user mentioned that he used to smoke. | The user smokes.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SAME), ids=" | ".join)
def test_what_the_user_says_is_what_is_so(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize("pair", _pairs(OTHER), ids=" | ".join)
def test_what_is_told_still_counts(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED
