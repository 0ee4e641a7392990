"""Recall, nDCG and the reciprocal rank, against values worked out by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.quality.measures import mean, measured

KEYS = [f"k{number}" for number in range(30)]


def test_recall_counts_what_was_found_among_the_first() -> None:
    found = ["x"] * 4 + ["a"] + ["x"] * 4 + ["b"] + ["x"] * 9 + ["c", "d"]
    one = measured(found, {"a", "b", "c", "d"})
    assert (one.recall_at_5, one.recall_at_10, one.recall_at_20) == (0.25, 0.5, 0.75)


def test_the_reciprocal_rank_is_that_of_the_first_hit() -> None:
    assert measured(["x", "x", "a", "b"], {"a", "b"}).reciprocal_rank == pytest.approx(1 / 3)


def test_ndcg_is_the_gain_over_the_best_possible_gain() -> None:
    one = measured(["x", "a", "b"], {"a", "b", "c"})
    gain = 1 / log2(3) + 1 / log2(4)
    best = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert one.ndcg_at_10 == pytest.approx(gain / best)


def test_finding_nothing_is_worth_nothing() -> None:
    nothing = measured([], {"a"})
    assert (nothing.recall_at_20, nothing.ndcg_at_10, nothing.reciprocal_rank) == (0, 0, 0)


def test_more_relevant_texts_than_ten_can_still_be_a_perfect_answer_of_ten() -> None:
    one = measured(KEYS, set(KEYS))
    assert one.ndcg_at_10 == pytest.approx(1)
    assert one.recall_at_10 == pytest.approx(1 / 3)


@given(st.permutations(KEYS), st.sets(st.sampled_from(KEYS), min_size=1))
def test_every_measure_is_a_share_and_recall_grows_with_depth(found: list[str], relevant: set[str]) -> None:
    one = measured(found, relevant)
    assert 0 <= one.recall_at_5 <= one.recall_at_10 <= one.recall_at_20 <= 1
    assert 0 <= one.ndcg_at_10 <= 1 + 1e-9 and 0 <= one.reciprocal_rank <= 1


def test_in_a_mean_every_question_counts_the_same() -> None:
    both = mean([measured(["a"], {"a"}), measured(["x"], {"a", "b", "c"})])
    assert both.recall_at_5 == 0.5 and both.reciprocal_rank == 0.5
