"""One token and its terms."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text import tokens as subject
from memories.text.tokens import MAX_TERM_BYTES, Occurrence, Token, tokens

LONG = 100_000  # characters; in quadratic time they would take minutes


def roles(text: str) -> dict[str, str]:
    """Each term of text with the first role it has."""
    found: dict[str, str] = {}
    for token in tokens(text):
        for term, _, role in token.occurrences:
            found.setdefault(term, role)
    return found


@pytest.mark.parametrize(
    ("written", "wholes", "others"),
    [
        ("foo_bar.baz()", ["foo_bar.baz", "foo_bar"], ["foo", "bar", "baz"]),
        ("fooBar", [], ["foobar", "foo", "bar"]),
        ("HTTPServer", [], ["httpserver", "http", "server"]),
        ("C++", ["c++"], ["c"]),
        ("C#", ["c#"], ["c"]),
        ("100%", ["100%"], ["100"]),
        ("node-22.13", ["node-22.13", "22.13"], ["node", "22", "13"]),
        ("v1.2.3", ["v1.2.3", "1.2.3"], ["1", "2", "3"]),
        ("python3.11", ["python3.11", "3.11"], ["python", "3", "11"]),
        ("POL-358", ["pol-358"], ["pol", "358"]),
        ("pre-edit-check", ["pre-edit-check"], ["pre", "edit", "check"]),
        ("2026-03-14", ["2026-03-14"], ["2026", "03", "14"]),
        ("ana@example.com", ["ana@example.com", "example.com"], ["ana", "example", "com"]),
        ("https://docs.example.com/a_b", ["docs.example.com", "a_b"], ["docs", "b"]),
        ("/usr/local/bin", ["usr/local/bin"], ["usr", "local", "bin"]),
        (r"C:\Users", [], ["c", "users"]),
        ("std::vector", ["std::vector"], ["std", "vector"]),
        ("AT&T", ["at&t"], ["t"]),
        ("Worker/Server", ["worker/server"], ["worker", "server"]),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(
    written: str, wholes: list[str], others: list[str]
) -> None:
    found = roles(written)
    assert [term for term in wholes if found.get(term) != "whole"] == []
    assert [term for term in others if found.get(term, "whole") == "whole"] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Ana's", ["ana"]),
        ("Ana\u2019s", ["ana"]),
        ("don't", ["dont"]),
        ("they'll", ["they", "they"]),
        ("O'Brien", ["obrien", "o", "brien"]),
        ("James'", ["james", "jame"]),
    ],
)
def test_apostrophes(written: str, expected: list[str]) -> None:
    assert set(roles(written)) == set(expected)


def test_thousands_are_one_number() -> None:
    assert set(roles("1,000")) == {"1000"}
    assert {"1000.50", "1000"} <= set(roles("1,000.50"))
    assert set(roles("1,2")) == {"1", "2"}


def test_sentences_do_not_become_identifiers() -> None:
    found = set(roles("Yes--no... then, go; (well) **bold** `code` a—b"))
    assert found == {"yes", "no", "then", "go", "well", "bold", "code", "a", "b"}


def test_an_unspaced_run_is_found_by_pairs_and_by_single_characters() -> None:
    assert roles("人工智能") == {
        **dict.fromkeys(("人工", "工智", "智能"), "word"),
        **dict.fromkeys(("人", "工", "智", "能"), "unit"),
    }
    assert roles("书") == {"书": "word"}


def test_vowel_signs_stay_with_their_consonant() -> None:
    assert "ที่" in roles("อยู่ที่นี่")


def test_a_korean_word_is_found_without_its_particle() -> None:
    found = roles("캘린더를 AI는")
    assert (found["캘린더를"], found["캘린"], found["린더"], found["캘"]) == ("word", "part", "part", "unit")
    assert found["ai"] == "word"


def test_emoji_flags_and_currencies_are_words() -> None:
    assert roles("🇩🇪 👩\u200d💻 ❤\ufe0f 👍🏽 €900") == dict.fromkeys(
        ["🇩🇪", "👩", "💻", "❤", "👍", "€", "900"], "word"
    )


def test_bullets_arrows_and_box_drawing_are_not() -> None:
    assert roles("• → ├── ▪ ░") == {}


def test_an_acronym_is_not_the_stop_word_it_looks_like() -> None:
    assert roles("IT") == {"IT": "whole", "it": "word"}
    assert roles("it") == {"it": "word"}
    assert roles("API") == {"api": "word"}


def test_trademark_signs_are_not_letters() -> None:
    assert "continuum" in roles("Continuum™")


def test_a_term_too_long_for_a_lexeme_becomes_its_hash() -> None:
    (token,) = tokens("x" * 1_000)
    (occurrence,) = token.occurrences
    assert occurrence.term.startswith("sha256:")
    assert len(occurrence.term.encode()) <= MAX_TERM_BYTES


def test_offsets_count_the_words_of_a_token() -> None:
    assert tokens("pre-edit") == [
        Token(
            (Occurrence("pre-edit", 0, "whole"), Occurrence("pre", 0, "word"), Occurrence("edit", 1, "word")),
            2,
        )
    ]


@given(st.from_regex(r"[A-Za-z][a-z]{0,20}", fullmatch=True))
def test_the_short_way_for_plain_words_agrees_with_the_long_one(word: str) -> None:
    terms = subject._Terms()
    terms.add_identifier(word)
    assert subject._analyse(word) == terms.token()


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_has_tokens_and_every_term_is_short(text: str) -> None:
    for token in tokens(text):
        assert token.width > 0
        for term, offset, _ in token.occurrences:
            assert 0 < len(term.encode()) <= MAX_TERM_BYTES
            assert 0 <= offset < token.width


@pytest.mark.parametrize(
    "shape", ["aB", "a.", "a'", "a's'", "a1", "a_", "1,000", "a/", "éA1", "a\u0301\u0327", "'s", "한", "漢"]
)
def test_a_long_run_without_spaces_is_read_in_linear_time(shape: str) -> None:
    started = time.process_time()
    assert tokens(shape * (LONG // len(shape)))
    assert time.process_time() - started < 2


@pytest.mark.slow
def test_a_mebibyte_of_english_is_read_at_2_mb_a_second() -> None:
    words = [
        f"{first}{middle}{last}"
        for first in "bdgklmprst"
        for middle in ("aning", "ered", "ol")
        for last in ("", "s")
    ]
    text = " ".join(words) + ". "
    text *= (1 << 20) // len(text)
    started = time.process_time()
    tokens(text)
    assert time.process_time() - started < 0.5
