"""What a phone, a chat or a terminal made of a key hides it from nobody, and the place stays right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.secrets.finding import Finding
from memories.secrets.folding import folded, readings, unwrapped
from memories.secrets.scan import scan
from tests.memories.secrets.made import FORMS, token

UNSEEN = ["\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\ufe0f", "\U000e0041", "\x1b[1m", "\x07"]
SINGLE_LINE = [(kind, index) for kind, index in FORMS if len(token(kind, index).split()) == 1]


def wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_nobody_sees_hides_no_token(unseen: str) -> None:
    for kind, index in SINGLE_LINE:
        secret = unseen.join(token(kind, index))
        assert scan(f"这是{secret}的") == [Finding(2, 2 + len(secret), kind)], (kind, index)


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_word_parted_by_what_nobody_sees_hides_no_token(unseen: str) -> None:
    text = f"word{unseen}{token('npm_token')}"
    assert scan(text) == [Finding(4 + len(unseen), len(text), "npm_token")]


def test_full_width_letters_hide_no_token() -> None:
    for kind, index in SINGLE_LINE:
        secret = wide(token(kind, index))
        assert scan(f"是{secret}。") == [Finding(1, 1 + len(secret), kind)], (kind, index)


def test_mathematical_letters_hide_no_token() -> None:
    secret = token("github_token")
    bold = "".join(chr(0x1D400 + ord(c) - 65) if c.isupper() else c for c in secret)
    assert scan(bold) == [Finding(0, len(bold), "github_token")]


def test_a_terminals_colours_around_a_token_stay_outside() -> None:
    secret = token("jwt")
    text = f"\x1b[32m{secret}\x1b[0m done"
    assert scan(text) == [Finding(5, 5 + len(secret), "jwt")]


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(folded(text)) == len(text)


@given(st.lists(st.sampled_from(["a", "B", "-", "\u200b", "\x1b[0m", "字", "Ｚ", " "]), max_size=40))
def test_every_place_in_a_reading_leads_back_to_its_letter(letters: list[str]) -> None:
    text = "".join(letters)
    for view in readings(text):
        for place, letter in enumerate(view.text):
            origin = view.in_source(Finding(place, place + 1, "jwt"))
            assert origin.end == origin.start + 1
            assert letter in (folded(text[origin.start]), " ")


def test_a_plain_text_is_read_as_it_is() -> None:
    assert [view.text for view in readings("plain text\nof two lines")] == ["plain text\nof two lines"]
    assert unwrapped("plain text\nof two lines") is None


def test_lines_are_joined_only_where_a_token_may_go_on() -> None:
    view = unwrapped("abcdefgh12\r\n  ijklmnop34")
    assert view is not None and view.text == "abcdefgh12ijklmnop34"
    assert view.spans_cut(Finding(0, 12, "jwt")) and not view.spans_cut(Finding(0, 10, "jwt"))
