"""One word in its other shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.folding import folded, stem, unaccented


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("reunião", "reuniao"),
        ("öbb", "obb"),
        ("łódź", "lodz"),
        ("tiếng", "tieng"),
        ("i\u0307stanbul", "istanbul"),
        ("ısparta", "isparta"),
        ("θάλασσα", "θαλασσα"),
        ("ёлка", "елка"),
        ("كِتَاب", "كتاب"),
        ("שָׁלוֹם", "שלום"),
        ("\u0663\u0664", "34"),
    ],
)
def test_accents_that_readers_do_without_are_taken_off(word: str, plain: str) -> None:
    assert unaccented(word) == plain


@pytest.mark.parametrize("word", ["が", "หนังสือ", "हिन्दी", "캘린더", "plain"])
def test_marks_that_belong_to_the_letter_stay(word: str) -> None:
    assert unaccented(word) == word


def test_a_word_of_accents_alone_is_left_as_it_is() -> None:
    assert unaccented("\u0301") == "\u0301"


@pytest.mark.parametrize(("word", "same"), [("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("GO", "go")])
def test_capitals_make_no_difference(word: str, same: str) -> None:
    assert folded(word) == folded(same)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("running", "runs"),
        ("memories", "memory"),
        ("résumés", "resume"),
        ("поезда", "поездом"),
        ("книги", "книгу"),
        ("लड़के", "लड़कों"),
        ("الكتاب", "كتاب"),
    ],
)
def test_forms_of_a_word_share_a_stem(word: str, other: str) -> None:
    assert stem(word) == stem(other)


@pytest.mark.parametrize("word", ["go", "캘린더", "x" * 100, "r2d2"])
def test_what_has_no_ending_is_its_own_stem(word: str) -> None:
    assert stem(word) == word


@given(st.text())
def test_every_word_has_all_shapes(word: str) -> None:
    assert isinstance(stem(unaccented(folded(word))), str)
