"""A reviewer sees every character of what is proposed."""

from __future__ import annotations

import re

import pytest

from memories.visible import SHOWN, UNCHANGED, beside, difference, visible, whole


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "U+202E"),
        ("a\u200bb", "U+200B"),
        ("a\u2066b", "U+2066"),
        ("a\u00adb", "U+00AD"),
        ("a\x1bb", "U+001B"),
        ("a\U000e0041b", "U+E0041"),
        ("a\ufe0fb", "U+FE0F"),
        ("a\u200db", "U+200D"),
    ],
)
def test_what_cannot_be_seen_is_spelt_out(text: str, shown: str) -> None:
    assert f">{shown}</span>" in visible(text) and text[1] not in visible(text)


@pytest.mark.parametrize("text", ["👩‍👩‍👧 ❤️ 👍🏽 🇧🇪 1️⃣", "tab\tand\nline", "Ünïcödé 中文 עברית"])
def test_what_can_be_seen_is_left_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    "show", [visible, whole, lambda text: difference("x", text), lambda text: beside(text, "x")]
)
def test_nothing_is_markup(show) -> None:
    told = show("<img src=x onerror=alert(1)> & \"'")
    assert "<img" not in told and "&lt;img" in told


def test_a_difference_names_what_goes_and_what_comes() -> None:
    assert difference("port 80", "port 443") == "port <del>80</del><ins>443</ins>"


def test_a_long_stretch_that_stays_is_shortened() -> None:
    same = "word " * UNCHANGED
    told = difference(same + "old", same + "new")
    assert len(told) < 2 * UNCHANGED and re.search(r"[\d,]+ characters that stay", told)


def test_a_text_too_long_for_a_page_says_how_much_is_left() -> None:
    assert "7 more characters" in whole("a" * (SHOWN + 7))
    assert "more characters" not in whole("a" * SHOWN)


def test_another_memory_is_marked_where_the_proposal_says_something_else() -> None:
    assert beside("port 80", "port 443") == "port <mark>80</mark>"
