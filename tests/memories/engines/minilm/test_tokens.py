from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.engines.minilm.model import MAX_TOKENS
from memories.engines.minilm.tokens import BATCH_TOKENS, Tokens, batches, padded
from memories.engines.minilm.weights import find_model_folder, verified_tokenizer

START, END = 101, 102


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    return Tokens(verified_tokenizer(find_model_folder()))


def test_a_text_is_neither_padded_nor_cut_to_what_the_file_asks_for(tokens):
    assert tokens.ids("hello") == [START, 7592, END]
    assert len(tokens.ids("hello " * 200)) == 202


def test_a_long_text_keeps_its_start_and_the_end_mark(tokens):
    ids = tokens.ids("hello " * 1000)
    assert (len(ids), ids[0], ids[-1]) == (MAX_TOKENS, START, END)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00"])
def test_a_blank_text_is_its_two_marks(tokens, text):
    assert tokens.ids(text) == [START, END]


def test_lone_surrogates_are_taken(tokens):
    assert tokens.ids("a\ud800b") == tokens.ids("a?b")


def test_a_megabyte_is_taken_apart_no_further_than_needed(tokens):
    sentence = "The ferry leaves at nine. "
    assert tokens.ids(sentence * 40_000) == tokens.ids(sentence * 100)


@given(st.lists(st.integers(2, MAX_TOKENS), max_size=300))
def test_every_text_is_in_one_batch_and_no_batch_is_too_large(lengths):
    groups = batches(lengths)
    assert sorted(place for group in groups for place in group) == list(range(len(lengths)))
    assert all(len(group) * max(lengths[place] for place in group) <= BATCH_TOKENS for group in groups)


def test_equally_long_texts_waste_nothing():
    assert [len(group) for group in batches([16] * 80)] == [32, 32, 16]


def test_padding_is_masked():
    inputs = padded([[START, 7, END], [START, END]])
    np.testing.assert_array_equal(inputs["input_ids"], [[START, 7, END], [START, END, 0]])
    np.testing.assert_array_equal(inputs["attention_mask"], [[1, 1, 1], [1, 1, 0]])
