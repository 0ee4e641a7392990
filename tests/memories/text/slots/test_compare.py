"""What two texts are to each other."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.normalise import normal_form
from memories.text.slots.compare import Comparison, Relation, compare
from memories.text.slots.extract import MAX_READ
from memories.text.slots.reading import Reading
from memories.text.slots.thresholds import CAUTIOUS, Thresholds

Judge = Callable[[str, str], Comparison]
THRESHOLDS = Thresholds(near=0.7, conflict=0.55, reworded_conflict=0.6, similar=0.5, related=0.4)

FRAMES = st.sampled_from(
    ["{} lives in {} since {}", "{}不住在{}{}", "{} {} {}", "{} is not {}, {}", "Die {} hat {} um {}"]
)
FILLERS = st.sampled_from(
    ["Ana", "Ben", "10:30", "7/8/26", "3 kg", "never", "open", "closed", "我", "", "🎸"]
)
STATEMENTS = st.builds(lambda frame, *words: frame.format(*words), FRAMES, FILLERS, FILLERS, FILLERS)
TEXTS = st.text(st.characters(exclude_categories=[]), max_size=60) | STATEMENTS

RENTS = ["Rent is 950 euro.", "The rent is 900 euros.", "Rent is not 900 euro."]


def relation(one: str, other: str, *, cosine: float, thresholds: Thresholds = THRESHOLDS) -> Comparison:
    return compare(Reading(one), Reading(other), cosine=cosine, thresholds=thresholds)


@given(TEXTS, TEXTS, st.floats(-1, 1))
def test_it_is_the_same_whichever_text_comes_first(one: str, other: str, cosine: float) -> None:
    there, back = relation(one, other, cosine=cosine), relation(other, one, cosine=cosine)
    assert (there.relation, there.guards) == (back.relation, back.guards)


@given(TEXTS)
def test_every_text_with_something_to_see_is_its_own_exact_duplicate(text: str) -> None:
    expected = Relation.EXACT if normal_form(text) else Relation.DIFFERENT
    assert relation(text, text, cosine=1.0).relation is expected


@pytest.mark.parametrize("other", ["", "\u200b \n", "a note"])
def test_an_empty_text_is_the_duplicate_of_nothing(other: str) -> None:
    assert relation(" \u200b", other, cosine=1.0).relation is Relation.DIFFERENT


def test_numbers_decide_before_the_cosine_does(close: Judge) -> None:
    assert close("The batch has 40 items.", "The batch has 41 items.").relation is Relation.CONFLICT


def test_far_vectors_make_no_duplicate_of_the_same_words() -> None:
    one, other = "Deploy on Mondays, please.", "On Mondays: deploy."
    assert relation(one, other, cosine=0.71).relation is Relation.NEAR_DUPLICATE
    assert relation(one, other, cosine=0.69).relation is Relation.SIMILAR
    assert relation(one, other, cosine=0.2).relation is Relation.DIFFERENT


def test_a_model_nobody_calibrated_is_trusted_less() -> None:
    one, other = "Deploy on Mondays, please.", "On Mondays: deploy."
    assert relation(one, other, cosine=0.9, thresholds=CAUTIOUS).relation is Relation.SIMILAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana lives in Paris.", "Ben lives in Paris."),
        ("The kitchen was painted in May.", "The bathroom was painted in May."),
        ("The unit tests take two minutes.", "The browser tests take nine minutes."),
    ],
)
def test_the_same_said_of_another_is_no_conflict(close: Judge, one: str, other: str) -> None:
    assert close(one, other).relation is Relation.SIMILAR


def test_two_who_cannot_both_be_it_are_a_conflict(close: Judge) -> None:
    assert close("Nadia is the owner.", "Viktor is the owner.").relation is Relation.CONFLICT


def test_what_is_denied_of_an_addition_is_an_addition(close: Judge) -> None:
    found = close("Use ruff for linting.", "Use ruff for linting, but not in the legacy folder.")
    assert found.relation is Relation.SIMILAR


def test_reasons_say_in_words_what_guards_name_without_them(close: Judge) -> None:
    found = close("Rent is 900 euro.", "Rent is 950 euro.")
    assert found.guards == ("numbers",)
    assert found.reasons == ("the numbers differ: 900 EUR / 950 EUR",)


def test_one_reading_serves_many_comparisons() -> None:
    rent = Reading("Rent is 900 euro.")
    found = [compare(rent, Reading(other), cosine=1.0, thresholds=THRESHOLDS).relation for other in RENTS]
    assert found == [Relation.CONFLICT, Relation.NEAR_DUPLICATE, Relation.CONFLICT]


def test_documents_are_the_same_or_merely_similar() -> None:
    page = "All work and no play. " * (MAX_READ // 20)
    assert relation(page, page + "More.", cosine=1.0).relation is Relation.SIMILAR
    assert relation(page, page.upper(), cosine=1.0).relation is Relation.EXACT


def test_what_stands_behind_what_is_read_of_a_document_is_not_lost() -> None:
    page = "All work and no play. " * (MAX_READ // 20)
    assert relation(f"{page} It costs 41.", f"{page} It costs 42.", cosine=1.0).relation is Relation.SIMILAR


@pytest.mark.parametrize("finer", ["24 July 2026", "2026-07-24"])
def test_a_date_that_only_says_more_is_kept_and_no_conflict(close: Judge, finer: str) -> None:
    found = close("The grant ends on 24 July.", f"The grant ends on {finer}.")
    assert (found.relation, found.guards) == (Relation.SIMILAR, ("dates",))


@pytest.mark.parametrize(
    "other", ["25 July 2026", "24 June 2026", "24 July 2027", "25 July", "Friday, 31 July 2026"]
)
def test_another_date_is_a_conflict(close: Judge, other: str) -> None:
    found = close("The grant ends on 24 July 2026.", f"The grant ends on {other}.")
    assert found.relation is Relation.CONFLICT


def test_long_texts_are_compared_in_linear_time() -> None:
    seconds = {}
    for size in (8_000, 64_000):
        one = "Ana counts 12 sheep on Monday near the red barn. " * (size // 50)
        started = time.process_time()
        relation(one, one.replace("red", "blue", 1), cosine=0.99)
        seconds[size] = time.process_time() - started
    assert seconds[64_000] < 30 * seconds[8_000] + 1


def test_a_long_text_is_not_read_for_what_is_far_off_or_far_shorter() -> None:
    page = "All work and no play makes Jack a dull boy. " * 12
    for one, other, cosine in ((page, "Jack is not a dull boy.", 0.99), (page, page + "Not so.", 0.55)):
        found = relation(one, other, cosine=cosine)
        assert (found.relation, found.guards) == (Relation.SIMILAR, ("length",))
    assert relation(page, page + "Not so.", cosine=0.99).guards != ("length",)


@pytest.mark.parametrize("pair", [("\u200b.", "!\u200b"), (".", "!"), ("…", "?!"), ("🙂", "🙃"), ("-", "—")])
def test_texts_without_a_word_are_compared_like_any_other(close: Judge, pair: tuple[str, str]) -> None:
    assert close(*pair).relation not in {Relation.EXACT, Relation.NEAR_DUPLICATE}
