"""What is read as one."""

from __future__ import annotations

import pytest

from memories.text.slots.extract import slots_of
from memories.text.slots.lexemes import lexemes


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://x.example.org/a, or", "https://x.example.org/a"),
        ("NAS: 192.168.178.20.", "192.168.178.20"),
        ("10.0.0.0/8 is ours", "10.0.0.0/8"),
        ("at fe80::1 now", "fe80::1"),
        ("mail Jo@Example.net!", "jo@example.net"),
        ("in ~/.config/zed/keys", "~/.config/zed/keys"),
        ("in C:\\Users\\jo", "c:\\users\\jo"),
        ("run tools/deploy.sh", "tools/deploy.sh"),
    ],
)
def test_an_address_is_one_value(text: str, address: str) -> None:
    assert slots_of(text).addresses == (address,)


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("ATL-512", "atl-512"),
        ("parse_header", "parse_header"),
        ("parseHeader", "parseheader"),
        ("3f9ab21", "3f9ab21"),
        ("#ops", "#ops"),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
    ],
)
def test_a_code_is_one_value(text: str, identifier: str) -> None:
    assert slots_of(text).identifiers == (identifier,)


def test_words_come_apart_where_they_were_joined() -> None:
    row = [lexeme.plain for lexeme in lexemes("Ana's third-floor e-mail isn't red/green, l'été")]
    assert row == ["ana", "third", "floor", "email", "is", "not", "red", "green", ",", "l", "ete"]


def test_a_capital_opens_a_sentence_or_marks_a_name() -> None:
    opening = [lexeme.plain for lexeme in lexemes("Yes. Ask Dr. Weiss. Then go") if lexeme.opens]
    assert opening == ["yes", "ask", "then"]
