"""What holds for every text: words are no secrets, redaction leaves none, places are exact."""

from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from memories.secrets.kinds import CERTAIN_KINDS, PERSONAL_KINDS
from memories.secrets.redact import redacted, without_secrets
from memories.secrets.scan import scan
from tests.memories.secrets.made import FORMS, KEY, PASSWORD, token

SCRIPTS = [
    string.ascii_lowercase,
    "äöüßéèçñœ" + string.ascii_letters,
    "абвгдежзиклмнопрстуфхц",
    "αβγδεζηθικλμν",
    "的一是不了人我在有他这中大来上",
    "あいうえおかきくけこアイウエオ",
    "가나다라마바사아자차",
    "ابتثجحخدذرز",
    "אבגדהוזח",
    "कखगघङचछज",
    "กขคงจฉชซ",
]
WORDS = st.one_of(*(st.text(script, min_size=1, max_size=14) for script in SCRIPTS))
GLUE = st.sampled_from(
    [" ", "  ", "\n", ", ", ". ", " — ", "; ", "/", "-", "_", ": ", " = ", "，", "。", "\u200b"]
)
CALLS = [
    "password",
    "token",
    "api_key",
    "secret",
    "密码",
    "Passwort",
    "Bearer",
    "Authorization",
    "postgres://",
    "https://a",
]
SIGNS = [
    ":",
    "=",
    " is ",
    '"',
    "'",
    "\\n",
    "\n",
    "@",
    "是",
    "：",
    ", ",
    "&",
    "(",
    ")",
    "{",
    "}",
    "<",
    "`",
    "\\",
    "|",
    "-",
    " ",
]
SECRETS = [token(kind, index) for kind, index in FORMS] + [KEY, PASSWORD, PASSWORD + "!", KEY[:9]]
SOUP = st.lists(st.sampled_from([*CALLS, *SIGNS, *SIGNS, *SECRETS, "word", "Name", "x", "7"]), max_size=14)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(WORDS, GLUE), max_size=60))
def test_words_of_any_script_hold_no_secret_that_is_told_by_its_shape(words: list[tuple[str, str]]) -> None:
    text = "".join(map("".join, words))
    assert scan(text, kinds=CERTAIN_KINDS - PERSONAL_KINDS) == []


@settings(max_examples=500, deadline=None)
@given(SOUP.map("".join))
def test_after_redaction_nothing_is_left_to_find(text: str) -> None:
    assert scan(without_secrets(text)) == []


@settings(max_examples=300, deadline=None)
@given(SOUP.map(" ".join))
def test_no_piece_of_a_token_outlives_redaction(text: str) -> None:
    clean = redacted(text, scan(text))
    assert not any(secret in clean or secret[:20] in clean for secret in SECRETS[: len(FORMS)])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(WORDS, st.sampled_from(FORMS)), min_size=1, max_size=6))
def test_places_are_exact_among_words_of_any_script(parts: list[tuple[str, tuple[str, int]]]) -> None:
    text = "".join(f"{word} {token(*form)}\n\n" for word, form in parts)
    found = [(finding.kind, text[finding.start : finding.end]) for finding in scan(text, kinds=CERTAIN_KINDS)]
    assert found == [(form[0], token(*form)) for _, form in parts]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_scanned_and_findings_are_in_order(text: str) -> None:
    found = scan(text)
    assert all(0 <= finding.start < finding.end <= len(text) for finding in found)
    assert found == sorted(found)
