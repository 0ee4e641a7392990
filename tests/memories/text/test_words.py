"""The word index and what a query looks for."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.words import (
    MAX_POSITION,
    MAX_POSITIONS,
    MAX_QUERY_TERMS,
    MAX_VECTOR_BYTES,
    QueryTerms,
    index_terms,
    query_terms,
    tsquery_or,
    tsvector_literal,
)

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
ENTRY = re.compile(r"'((?:[^'\\]|''|\\\\)+)':(\d+[A-D](?:,\d+[A-D])*)")


def entries(literal: str) -> dict[str, list[str]]:
    """A tsvector literal read back: lexeme to labelled positions."""
    assert re.fullmatch(rf"(?:{ENTRY.pattern}(?: |\Z))*", literal)
    return {
        term.replace("''", "'").replace("\\\\", "\\"): places.split(",")
        for term, places in ENTRY.findall(literal)
    }


def test_positions_count_words_from_one() -> None:
    assert index_terms("Rename file_name now") == [
        *(("rename", 1), ("renam", 1)),
        *(("file_name", 2), ("file", 2), ("name", 3), ("now", 4)),
    ]


def test_a_vector_labels_identifiers_words_parts_and_endings() -> None:
    assert tsvector_literal("POL-358 fooBar runs 東京") == (
        "'pol-358':1A 'pol':1B '358':2B"
        " 'foobar':3B 'foo':3C 'bar':3C"
        " 'runs':4B 'run':4D"
        " '東京':5B '東':5D '京':6D"
    )


def test_quotes_and_backslashes_are_escaped() -> None:
    assert "'x\\\\y':1A" in tsvector_literal(r"x\y")
    assert tsquery_or(["o'b", "x\\y"]) == r"'o''b' | 'x\\y'"


def test_positions_and_their_number_are_capped() -> None:
    places = entries(tsvector_literal("go " * 40_000 + "end"))
    assert len(places["go"]) == MAX_POSITIONS
    assert places["end"] == [f"{MAX_POSITION}B"]


def test_64_kib_of_different_ideographs_fit() -> None:
    ideographs = "".join(chr(0x4E00 + number * 7_919 % 20_000) for number in range(21_845))
    places = entries(tsvector_literal(ideographs))
    assert {ideographs[0], ideographs[-1], ideographs[-2:]} <= places.keys()


def test_a_vector_larger_than_postgres_takes_is_cut_at_its_end() -> None:
    dice = random.Random(1)
    ideographs = "".join(chr(0x20000 + dice.randrange(40_000)) for _ in range(70_000))
    places = entries(tsvector_literal(ideographs))
    assert ideographs[:2] in places
    assert ideographs[-2:] not in places
    assert sum(len(term.encode()) + 2 * len(each) for term, each in places.items()) <= MAX_VECTOR_BYTES


def test_a_query_matches_any_of_its_terms() -> None:
    assert tsquery_or(query_terms("novel Zamyatin").searched) == "'novel' | 'zamyatin'"


def test_terms_that_no_lexeme_can_be_are_left_out_of_a_query() -> None:
    assert tsquery_or(["", "a\x00", "b" * 3_000, "\ud800", "ok", "ok"]) == "'ok'"
    assert tsquery_or([]) == ""


def test_a_question_is_asked_by_its_telling_words() -> None:
    assert query_terms("What is the capital of France?") == QueryTerms(
        strong=("capital", "france"), loose=("capit", "franc"), weak=("what", "is", "the", "of")
    )


def test_a_question_of_stop_words_is_asked_by_them() -> None:
    assert query_terms("who are we").searched == ("who", "are", "we")


def test_what_was_written_comes_before_what_widens_it() -> None:
    assert query_terms("reunião fooBar") == QueryTerms(
        strong=("reunião", "foobar"), loose=("reuniao", "foo", "bar"), weak=()
    )


def test_an_acronym_is_asked_as_such_and_alone_also_in_small_letters() -> None:
    assert query_terms("IT budget") == QueryTerms(strong=("IT", "budget"), loose=(), weak=("it",))
    assert query_terms("IT").searched == ("IT", "it")


def test_a_chinese_question_leaves_its_particles_behind() -> None:
    terms = query_terms("我的书在哪里")
    assert {"的书", "书在"} <= {*terms.strong}
    assert {"我的", "哪里"} <= {*terms.weak}


def test_a_korean_question_asks_for_pairs_not_for_single_syllables() -> None:
    assert query_terms("캘린더") == QueryTerms(strong=("캘린더",), loose=("캘린", "린더"), weak=())


@pytest.mark.parametrize("query", ["", "%", "_", "\"'`", "!!! && ||", "(((", "\x00", "\ud800", "-"])
def test_a_query_without_words_looks_for_nothing(query: str) -> None:
    assert query_terms(query).searched == ()


def test_operators_are_plain_text() -> None:
    assert query_terms("cats & !dogs | 'birds':*").strong == ("cats", "dogs", "birds")


def test_a_pasted_document_is_asked_for_by_a_bounded_number_of_terms() -> None:
    terms = query_terms(" ".join(f"w{number}x" for number in range(100_000)))
    assert len(terms.strong) == MAX_QUERY_TERMS
    assert len(terms.loose) <= MAX_QUERY_TERMS


@given(ANY_TEXT)
def test_any_text_makes_a_literal_that_holds_exactly_its_terms(text: str) -> None:
    assert entries(tsvector_literal(text)).keys() == {term for term, _ in index_terms(text)}


@given(ANY_TEXT)
def test_any_text_is_found_by_its_own_words(text: str) -> None:
    terms = query_terms(text)
    assert {*terms.strong} <= {term for term, _ in index_terms(text)} | {
        term.lower() for term in terms.strong
    }
    assert not {*terms.strong} & {*terms.loose}
    assert not {*terms.strong} & {*terms.weak}


@given(ANY_TEXT, ANY_TEXT)
def test_words_are_found_wherever_they_stand(before: str, after: str) -> None:
    found = {term for term, _ in index_terms(f"{before} zamyatin 雾凇 {after}")}
    assert {*query_terms("zamyatin 雾凇").strong} <= found
