"""What a paragraph is credited with for what was told around it."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from memories.recall.candidates import Candidate, Step
from memories.recall.surroundings import AFTER, ALONE, BEFORE, FURTHER, LINKED, OCCASION, Surroundings

A_DAY = 86_400.0


def candidate(
    passage: int, *, source: int | None = 7, told: float = 0.0, revision: UUID | None = None
) -> Candidate:
    return Candidate(passage, revision or uuid4(), 0.5, None, 0.1, "", source, told, "active", 0.0)


def test_what_was_told_just_before_counts_more_than_what_was_told_after() -> None:
    around = Surroundings.of([candidate(1), candidate(2)], {Step(1, 2, 1)}, {}, {1: 0.8, 2: 0.4})
    assert around.neighbours == {2: pytest.approx(BEFORE * 0.8), 1: pytest.approx(AFTER * 0.4)}
    assert BEFORE > AFTER > FURTHER


def test_two_steps_away_counts_little() -> None:
    around = Surroundings.of([candidate(1), candidate(3)], {Step(1, 3, 2)}, {}, {1: 0.8, 3: 0.4})
    assert around.neighbours == {3: pytest.approx(FURTHER * 0.8), 1: pytest.approx(FURTHER * 0.4)}


def test_a_neighbour_that_was_left_out_gives_nothing() -> None:
    assert Surroundings.of([candidate(1)], {Step(1, 2, 1)}, {}, {1: 0.8}).neighbours == {}


def test_the_best_of_an_occasion_lifts_the_others_of_the_same_day_and_source() -> None:
    same, later, other = candidate(2), candidate(3, told=3 * A_DAY), candidate(4, source=8)
    around = Surroundings.of([candidate(1), same, later, other], (), {}, {1: 1.0, 2: 0.2, 3: 0.2, 4: 0.2})
    assert around.with_its(same, 0.2) == pytest.approx((0.2 + OCCASION) / (1 + ALONE + OCCASION))
    assert around.with_its(later, 0.2) == around.with_its(other, 0.2) < around.with_its(same, 0.2)


def test_a_text_without_a_source_does_not_lose_to_one_that_has_company() -> None:
    alone, member = candidate(1, source=None), candidate(2)
    around = Surroundings.of([alone, member], (), {}, {1: 0.6, 2: 0.6})
    assert around.with_its(alone, 0.6) == 0.6 > around.with_its(member, 0.6)


def test_not_looked_at_they_change_nothing() -> None:
    assert Surroundings().with_its(candidate(1), 0.6) == 0.6


def test_what_is_linked_to_is_credited_with_a_share_of_what_links_to_it() -> None:
    around = Surroundings.of([candidate(1), candidate(2)], (), {2: 1, 3: 1, 1: 9}, {1: 0.8, 2: 0.1})
    assert around.linked == {2: pytest.approx(LINKED * 0.8)}
