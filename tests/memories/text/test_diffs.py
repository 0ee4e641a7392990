from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from memories.text import diffs
from memories.text.diffs import Stretch, stretches, unified

TEXTS = st.text(alphabet="ab cé智能\n.", max_size=60)


@given(TEXTS, TEXTS)
def test_the_stretches_make_both_texts(before: str, after: str) -> None:
    found = stretches(before, after)
    assert "".join(each.text for each in found if each.kind != "added") == before
    assert "".join(each.text for each in found if each.kind != "removed") == after
    assert all(each.text for each in found)


@given(TEXTS)
def test_equal_texts_differ_in_nothing(text: str) -> None:
    assert stretches(text, text) == ([Stretch("same", text)] if text else [])
    assert unified(text, text, before_label="1", after_label="2") == ""


def test_words_are_told_apart_where_lines_differ() -> None:
    assert stretches("Same.\nThe quick brown fox.\n", "Same.\nThe slow red fox.\n") == [
        Stretch("same", "Same.\nThe "),
        Stretch("removed", "quick brown"),
        Stretch("added", "slow red"),
        Stretch("same", " fox.\n"),
    ]


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    found = stretches("我喜欢人工智能", "我不喜欢人工智障")
    assert [(each.kind, each.text) for each in found if each.kind != "same"] == [
        ("added", "不"),
        ("removed", "能"),
        ("added", "障"),
    ]


def test_a_unified_diff_is_the_one_that_patch_reads() -> None:
    told = unified("a\nb\nc\n", "a\nB\nc\nd", before_label="version 1", after_label="version 2")
    assert told == (
        "--- version 1\n+++ version 2\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n\\ No newline at end of file\n"
    )


def test_a_diff_against_nothing_is_all_new() -> None:
    assert unified("", "a\n", before_label="0", after_label="1") == "--- 0\n+++ 1\n@@ -0,0 +1 @@\n+a\n"
    assert stretches("", "a b") == [Stretch("added", "a b")]


def test_texts_too_far_apart_are_told_as_replaced_and_soon() -> None:
    before, after = "x y\n" * 100_000, "y x\nz\n" * 80_000
    started = time.monotonic()
    found = stretches(before, after)
    assert time.monotonic() - started < 20
    assert "".join(each.text for each in found if each.kind != "added") == before


def test_the_bound_is_on_the_pairs_that_could_be_made(monkeypatch) -> None:
    monkeypatch.setattr(diffs, "MAX_PAIRS", 2)
    assert stretches("a b c", "c b a b") == [Stretch("removed", "a b c"), Stretch("added", "c b a b")]
