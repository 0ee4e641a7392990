"""How candidates are weighed against each other."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from memories.recall.asked import Asked
from memories.recall.candidates import Candidate, Found, Step
from memories.recall.ranking import PLAIN, RECENCY_NUDGE, RRF, meant, ranked
from memories.recall.seed_formulas import CONTINUUM, FRANK, OPENCONTINUITY

MODEL = "all-MiniLM-L6-v2/onnx-q8b32"
NOW = 1_800_000_000.0
TODAY = datetime.fromtimestamp(NOW, UTC)


def candidate(passage: int, cosine: float | None, words: float, **told: object) -> Candidate:
    fields = {"speaker": "", "source_key": None, "told": NOW, "status": "active", "written": NOW} | told
    return Candidate(passage, uuid4(), cosine, fields.pop("sentence", None), words, **fields)  # type: ignore[arg-type]


def order(*candidates: Candidate, asked: str = "", name: tuple[int, ...] = (), **how: object) -> list[int]:
    steps, about, links = how.pop("steps", ()), how.pop("about", ()), how.pop("links", {})
    meaning = [c.passage_id for c in sorted(candidates, key=lambda c: -(c.similarity or 0)) if c.similarity]
    words = [c.passage_id for c in sorted(candidates, key=lambda c: -c.word_rank) if c.word_rank]
    found = Found(candidates, meaning, words, name, about, steps, links, 0)  # type: ignore[arg-type]
    hits = ranked(found, asked=Asked.of(asked, now=TODAY, zone="UTC"), model=MODEL, now=NOW, **how)  # type: ignore[arg-type]
    return [hit.candidate.passage_id for hit in hits]


def test_meaning_and_words_together_beat_either_alone() -> None:
    assert order(candidate(1, 0.8, 0.0), candidate(2, 0.25, 0.4), candidate(3, 0.7, 0.3))[0] == 3


def test_what_lies_below_the_floor_and_shares_no_word_is_left_out() -> None:
    assert order(candidate(1, 0.19, 0.0), candidate(2, 0.21, 0.0), candidate(3, None, 0.01)) == [3, 2]


def test_the_nearest_sentence_counts_as_much_as_its_paragraph() -> None:
    assert meant(candidate(1, 0.3, 0.0, sentence=0.6)) == pytest.approx(0.45)
    assert meant(candidate(1, 0.3, 0.0)) == pytest.approx(0.3)
    assert meant(candidate(1, None, 0.2)) == 0.0


def test_an_exact_name_comes_first_and_an_identifier_before_mere_words() -> None:
    named, identified, similar = candidate(1, 0.3, 0.1), candidate(2, 0.6, 1.3), candidate(3, 0.8, 0.4)
    assert order(similar, identified, named, name=(1,)) == [1, 2, 3]


def test_who_is_named_in_the_question_speaks_first_among_equals() -> None:
    ben, anna = candidate(1, 0.5, 0.2, speaker="Ben"), candidate(2, 0.5, 0.2, speaker="Anna Lee")
    assert order(ben, anna, asked="What did Anna buy?") == [2, 1]
    assert order(ben, anna, asked="What did Annabel buy?") == [1, 2]


def test_what_is_linked_to_is_kept_however_far_from_the_question_and_behind_what_links_to_it() -> None:
    linking, linked, unrelated = candidate(1, 0.8, 0.3), candidate(2, 0.1, 0.0), candidate(3, 0.1, 0.0)
    assert order(linking, linked, unrelated, links={2: 1}) == [1, 2]
    assert order(linking, linked, unrelated, links={2: 3}) == [1]


def test_what_was_told_at_the_time_that_is_asked_about_comes_first_among_equals() -> None:
    now, before = candidate(1, 0.5, 0.2), candidate(2, 0.5, 0.2, told=NOW - 86_400, written=NOW)
    long_ago = candidate(3, 0.5, 0.2, told=NOW - 90 * 86_400, written=NOW)
    assert order(long_ago, before, now, asked="What did we decide yesterday?")[2] == 3
    assert order(now, before, long_ago, asked=f"What did we decide on {TODAY:%d} {TODAY:%B}?")[0] == 1


def test_what_was_said_to_a_good_hit_comes_before_what_only_looks_as_good() -> None:
    place = {"source_key": 7}
    asked, said, other = (
        candidate(1, 0.9, 0.4, **place),
        candidate(2, 0.4, 0.1, **place),
        candidate(3, 0.41, 0.1),
    )
    assert order(asked, said, other, steps=[Step(1, 2, 1)]) == [1, 2, 3]
    assert order(asked, said, other, steps=[Step(1, 2, 1)], fusion=PLAIN) == [1, 3, 2]


def test_what_speaks_of_a_named_thing_is_found_without_sharing_a_word() -> None:
    spoken, unrelated = candidate(1, 0.1, 0.0), candidate(2, 0.1, 0.0)
    assert order(spoken, unrelated, about=(1,)) == [1]


def test_reciprocal_rank_fusion_looks_at_places_alone() -> None:
    first_by_words, first_by_meaning, second = (
        candidate(1, None, 0.9),
        candidate(2, 0.9, 0.0),
        candidate(3, 0.8, 0.01),
    )
    assert order(first_by_words, first_by_meaning, second, fusion=RRF) == [3, 1, 2]


def test_the_first_seed_lets_places_fade_with_age() -> None:
    old, new = candidate(1, 0.9, 0.9, written=NOW - 3_650 * 86_400), candidate(2, 0.8, 0.8)
    assert order(old, new, fusion=RRF) == [1, 2]
    assert order(old, new, fusion=CONTINUUM) == [2, 1]


def test_the_second_seed_knows_names_and_words_alone() -> None:
    close, named, worded = candidate(1, 0.9, 0.0), candidate(2, 0.3, 0.1), candidate(3, 0.3, 0.5)
    assert order(close, named, worded, name=(2,), fusion=OPENCONTINUITY) == [2, 3]


def test_the_third_seed_takes_the_cosine_for_three_quarters() -> None:
    close, worded, far = candidate(1, 0.9, 0.1), candidate(2, 0.4, 0.5), candidate(3, 0.19, 0.0)
    assert order(close, worded, far, fusion=FRANK) == [1, 2]
    scores = {
        hit.candidate.passage_id: hit.score
        for hit in ranked(
            Found([close, worded], [1, 2], [2, 1], (), (), (), {}, 0),  # type: ignore[arg-type]
            asked=Asked.of("", now=TODAY, zone="UTC"),
            model=MODEL,
            now=NOW,
            fusion=FRANK,
        )
    }
    assert scores == {
        1: pytest.approx(0.75 * 0.9 + 0.25 * 0.2 + RECENCY_NUDGE),
        2: pytest.approx(0.75 * 0.4 + 0.25 + RECENCY_NUDGE),
    }


def test_a_proposal_and_an_old_text_lose_near_ties_only() -> None:
    old = candidate(1, 0.5, 0.2, written=NOW - 400 * 86_400)
    proposed, plain = candidate(2, 0.5, 0.2, status="proposed"), candidate(3, 0.5, 0.2)
    assert order(old, proposed, plain) == [3, 1, 2] or order(old, proposed, plain) == [3, 2, 1]
    assert order(candidate(1, 0.8, 0.4, status="proposed"), plain)[0] == 1


def test_a_receipt_tells_the_place_among_links_and_what_is_new() -> None:
    lead, linked = candidate(1, 0.8, 0.5), candidate(2, None, 0.0, written=NOW - 31 * 86_400)
    found = Found([lead, linked], [1], [1], (), (), (), {2: 1}, 0)  # type: ignore[arg-type]
    first, second = ranked(found, asked=Asked.of("", now=TODAY, zone="UTC"), model=MODEL, now=NOW)
    assert "written lately" in first.reasons and "links" not in first.ranks
    assert "written lately" not in second.reasons and second.ranks == {"links": 1}


def test_what_is_linked_to_changes_no_order_by_places() -> None:
    pair = [candidate(1, 0.8, 0.0), candidate(2, 0.7, 0.4)]
    assert order(*pair, fusion=RRF) == order(*pair, fusion=RRF, links={1: 2})
