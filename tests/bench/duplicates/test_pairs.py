"""The labelled pairs can be read, and what was not to be looked at is still unseen."""

from __future__ import annotations

from bench.duplicates.pairs import HANDS, SEEN_HANDS, every_pair

PAIRS = every_pair()


def test_every_hand_has_pairs_of_two_texts() -> None:
    assert {pair.hand for pair in PAIRS} == {*HANDS}
    assert all(pair.one and pair.other and pair.one != pair.other for pair in PAIRS)


def test_no_pair_serves_both_for_choosing_and_for_judging() -> None:
    seen = {(pair.one, pair.other) for pair in PAIRS if pair.is_tuning}
    unseen = {(pair.one, pair.other) for pair in PAIRS if not pair.is_tuning}
    assert unseen and not seen & unseen
    assert not any(pair.hand in SEEN_HANDS for pair in PAIRS if not pair.is_tuning)
