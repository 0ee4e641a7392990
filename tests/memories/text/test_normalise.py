"""The forms of a text."""

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memories.text.errors import UnstorableText
from memories.text.normalise import MAX_MARKS, clean, compatible, content_hash, forgiving, normal_form

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
MARKS = st.text(
    st.sampled_from("ae\u0301\u0327\u0344\u0323\u034f\u0f73\u0345\u1e69\u3099\u200d"), max_size=200
)
LONG_RUN = "a" + "\u0301\u0327" * 100


def test_clean_composes_and_ends_lines_with_a_line_feed() -> None:
    assert clean("\ufeff\ufeffCafe\u0301\r\nau\rlait\tx\x1b[0m\n") == "Caf\u00e9\nau\nlait\tx\x1b[0m\n"


@pytest.mark.parametrize(("char", "kind"), [("\x00", "NUL character"), ("\ud800", "lone surrogate")])
def test_clean_refuses_what_no_database_holds_and_never_repeats_the_text(char: str, kind: str) -> None:
    with pytest.raises(UnstorableText) as refusal:
        clean(f"secret{char}word")
    assert (refusal.value.kind, refusal.value.position) == (kind, 6)
    assert str(refusal.value) == f"The text holds a {kind} at character 6, which cannot be stored."


def test_clean_joins_surrogates_that_are_a_pair() -> None:
    assert clean("ok \ud83d\ude00") == "ok \U0001f600"


def test_forgiving_puts_a_space_where_clean_would_refuse() -> None:
    assert forgiving("a\x00b\udfffc \ud83d\ude00") == "a b c \U0001f600"


def test_clean_loses_no_mark_of_a_long_run() -> None:
    kept = unicodedata.normalize("NFD", clean(LONG_RUN)).replace("\u034f", "")
    assert sorted(kept) == sorted(LONG_RUN)


def test_a_long_run_of_marks_is_normalised_in_linear_time() -> None:
    marks = "a" + "\u0301\u0327" * 50_000
    started = time.process_time()
    clean(marks)
    normal_form(marks)
    assert time.process_time() - started < 2


@given(ANY_TEXT | MARKS)
@example(LONG_RUN)
@example("a" + "\u0344" * MAX_MARKS)
def test_forgiving_and_clean_are_idempotent(text: str) -> None:
    once = forgiving(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once.encode().decode() == once


@given(ANY_TEXT | MARKS)
@example(LONG_RUN)
@example("\u0345\u0301 \u1e9e\u0130")
def test_normal_form_is_idempotent(text: str) -> None:
    once = normal_form(text)
    assert normal_form(once) == once


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana  moved\n\tto Bruges. ", "ana moved to bruges."),
        ("STRASSE", "stra\u00dfe"),
        ("\uff76\uff9e \uff21\uff22", "\u30ac AB"),
        ("in\u00adter\u200bnational", "international"),
        ("\u2764\ufe0f", "\u2764"),
        ("\uac10\uc790", "\u1100\u1161\u11b7\u110c\u1161"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_texts_that_look_alike_have_one_hash(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize("other", ["Pay 100", "Pay 10%", "Pay 10\u00b0", "Do not pay 10", "支払い10"])
def test_texts_that_differ_in_a_letter_have_two(other: str) -> None:
    assert content_hash("Pay 10") != content_hash(other)


@pytest.mark.parametrize("nothing", ["", " \n", "\u200b\u2060\ufe0f", "\u00ad"])
def test_a_text_of_nothing_has_no_hash_to_be_found_by(nothing: str) -> None:
    assert (normal_form(nothing), content_hash(nothing)) == ("", "")


def test_a_hash_is_64_hexadecimal_digits() -> None:
    assert len(content_hash("x")) == 64
    assert int(content_hash("x"), 16)


def test_the_compatible_form_of_ascii_is_the_text_itself() -> None:
    text = "plain"
    assert compatible(text) is text
