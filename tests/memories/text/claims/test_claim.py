from __future__ import annotations

import pytest

from memories.text.claims.claim import LONGEST_KEY, Claim, Named, key_of
from memories.text.claims.spans import MOST_SPANS, spans_of


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("The  Office.", "office"),
        ("ANN", "ann"),
        ("“Ann Lee”,", "ann lee"),
        ("tea over", "tea over"),
        ("Straße", "strasse"),
        ("the", "the"),
        ("!?", ""),
    ],
)
def test_names_are_compared_without_capitals_articles_and_signs(name: str, key: str) -> None:
    assert key_of(name) == key


def test_a_long_object_keeps_a_key_of_its_own() -> None:
    one, other = ("x" * 200 + end for end in "ab")
    keys = {Claim(Named("Ann"), "likes", each, "", slot="likes").place for each in (one, other)}
    assert len(keys) == 2 and all(len(key) <= LONGEST_KEY for key in keys)


def test_the_stretches_of_a_question_come_longest_first_without_lone_stop_words() -> None:
    spans = spans_of("What is Ann Lee's address?")
    assert spans.index("ann lee") < spans.index("ann") and "what" not in spans
    assert {"上海", "住在上海"} <= set(spans_of("谁住在上海？"))
    assert len(spans_of("word " * 5_000)) <= MOST_SPANS
