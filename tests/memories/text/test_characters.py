"""Classes of code points."""

import re

import pytest

from memories.text import characters


def holds(inside: str, chars: str) -> bool:
    return all(re.fullmatch(f"[{inside}]", char) for char in chars)


def holds_none(inside: str, chars: str) -> bool:
    return not re.search(f"[{inside}]", chars)


def test_letters_are_those_of_scripts_with_spaces() -> None:
    assert holds(characters.LETTERS, "aZ9éßжλשعहि\u0301٣๓\U00010400")
    assert holds_none(characters.LETTERS, " _-'人かカไ한😀\u200d\ud800")


def test_unspaced_letters_leave_the_scripts_own_digits_out() -> None:
    assert holds(characters.UNSPACED, "人々かカーไทยກខမក\U00020000")
    assert holds_none(characters.UNSPACED, "๓០a・、한")


def test_symbols_are_what_people_write_as_words() -> None:
    assert holds(characters.SYMBOLS, "€😀❤⭐⌚🧘")
    assert holds_none(characters.SYMBOLS, "→•─■$%🏽🇩")


@pytest.mark.parametrize("inside", [characters.MARKS, characters.NON_STARTERS])
def test_marks_attach_to_what_stands_before(inside: str) -> None:
    assert holds(inside, "\u0301\u0327\u3099\u0e38\u094d")
    assert holds_none(inside, "aह人\u200d")


def test_ignorable_characters_are_those_nobody_sees() -> None:
    assert holds(characters.IGNORABLE, "\u00ad\u200b\u200d\u202e\ufeff\ufe0f\u3164\U000e0041")
    assert holds_none(characters.IGNORABLE, "a \n\u0301人😀")
