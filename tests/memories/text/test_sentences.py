"""Sentences in any script."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.markdown import blocks
from memories.text.sentences import block_spans, sentences

LONG = 100_000  # characters; in quadratic time they would take minutes
STOPS = st.text(st.sampled_from("aA1 .!?…\"')。」\n-#`"), max_size=100)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana moved. She works in Ghent! Really?", ["Ana moved.", "She works in Ghent!", "Really?"]),
        ("i like it. you too.", ["i like it.", "you too."]),
        ("Dr. Silva came at 5 p.m. with J. Pop.", ["Dr. Silva came at 5 p.m. with J. Pop."]),
        ("Use e.g. Postgres 18.6 here. Fine.", ["Use e.g. Postgres 18.6 here.", "Fine."]),
        ("Wait... what? Yes... No.", ["Wait... what?", "Yes...", "No."]),
        ('"Really?" he said. "Yes." She left.', ['"Really?" he said.', '"Yes."', "She left."]),
        ("今天下雨。「真的吗？」他说。好！", ["今天下雨。", "「真的吗？」", "他说。", "好！"]),
        ("मैं घर गया। वह आया।", ["मैं घर गया।", "वह आया।"]),
        ("ذهبت؟ نعم.", ["ذهبت؟", "نعم."]),
        ("1. First. 2. Second.", ["1. First.", "2. Second."]),
        ("wrapped\nline. Next", ["wrapped\nline.", "Next"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_headings_items_and_code_stay_apart() -> None:
    text = "# Title\nBody one. Body two.\n- item a\n- item b\n\n```\nx = 1. \ny = 2.\n```"
    assert sentences(text) == [
        *("# Title", "Body one.", "Body two.", "- item a", "- item b"),
        "```\nx = 1. \ny = 2.\n```",
    ]


@given(STOPS | st.text())
def test_no_character_is_lost(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(STOPS)
def test_the_sentences_of_a_block_adjoin(text: str) -> None:
    for block in blocks(text):
        spans = [*block_spans(text, block)]
        assert [spans[0][0], *(end for _, end in spans)] == [*(start for start, _ in spans), block.end]


@pytest.mark.parametrize("shape", [".", ". ", "A. ", '!"', "1. ", "e.g. ", "。", "? ", "…\n"])
def test_stops_are_read_in_linear_time(shape: str) -> None:
    started = time.process_time()
    sentences(shape * (LONG // len(shape)))
    assert time.process_time() - started < 2
