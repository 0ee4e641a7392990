"""Bytes become text as in a browser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webtools.reading.charset import decode

JAPANESE, RUSSIAN = "海辺の塔①大人｢見学｣", "Поезд до Новгорода отправляется ежедневно в семь часов утра"


@pytest.mark.parametrize(
    ("text", "codec", "content_type", "meta"),
    [
        (JAPANESE, "cp932", "text/html", "Shift_JIS"),
        (JAPANESE, "cp932", "text/html; charset=shift_jis", ""),
        (JAPANESE, "cp932", 'text/html; charset="x-sjis"', ""),
        ("日本語の文", "euc_jp", "text/html", "EUC-JP"),
        ("日本語の文", "iso2022_jp", "text/html", "iso-2022-jp"),
        ("简体中文", "gb18030", "text/html; charset=GB2312", ""),
        ("繁體中文", "big5", "text/html", "big5"),
        ("한국어 문장", "cp949", "text/html; charset=ks_c_5601-1987", ""),
        (RUSSIAN, "koi8-r", "text/html; charset=koi8-r", ""),
        (RUSSIAN, "cp1251", "text/html", "windows-1251"),
        ("“smart” €", "cp1252", "text/html; charset=iso-8859-1", ""),
        ("Türkçe ğ", "cp1254", "text/html; charset=iso-8859-9", ""),
        ("Ελληνικά", "iso8859-7", "text/html; charset=ISO-8859-7", ""),
        ("café €", "utf-8", "text/html", "utf-8"),
        ("café €", "utf-8", "text/html; charset=utf8", ""),
        ("שלום", "cp1255", "text/html; charset=windows-1255", ""),
    ],
)
def test_what_is_said_of_the_encoding_is_believed(
    *, text: str, codec: str, content_type: str, meta: str
) -> None:
    head = f'<meta charset="{meta}">' if meta else ""
    found = decode((head + text).encode(codec), content_type=content_type)
    assert found.text == head + text
    assert not found.uncertain


@pytest.mark.parametrize(
    ("mark", "codec"), [("\ufeff", "utf-8"), ("\ufeff", "utf-16-le"), ("\ufeff", "utf-16-be")]
)
def test_a_byte_order_mark_says_it_best_and_is_no_text(mark: str, codec: str) -> None:
    found = decode((mark + "Zażółć €").encode(codec), content_type="text/html; charset=iso-8859-1")
    assert (found.text, found.uncertain) == ("Zażółć €", False)


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252", "us-ascii", "latin1"])
def test_utf_8_is_utf_8_whatever_it_is_called(label: str) -> None:
    assert decode("Zażółć €".encode(), content_type=f"text/html; charset={label}").text == "Zażółć €"


@pytest.mark.parametrize(
    "label", ["utf-7", "unicode_escape", "rot13", "hex", "idna", "no-such", "base64", "\udc80"]
)
def test_labels_that_are_no_encodings_of_texts_are_passed_over(label: str) -> None:
    assert decode(b"plain +ADw-", content_type=f"text/html; charset={label}").text == "plain +ADw-"


def test_what_nobody_says_is_guessed_and_said_to_be() -> None:
    found = decode((RUSSIAN * 3).encode("cp1251"), content_type="text/html")
    assert (found.text, found.uncertain) == (RUSSIAN * 3, True)


def test_a_character_cut_in_two_at_the_end_is_no_doubt() -> None:
    found = decode("Zażółć €".encode()[:-1], content_type="text/html")
    assert (found.text, found.encoding) == ("Zażółć ", "utf-8")


def test_a_few_bad_bytes_do_not_change_the_encoding() -> None:
    body = ("Zażółć gęślą jaźń. " * 40).encode() + b"\xff" + b" end"
    found = decode(body, content_type="text/html; charset=utf-8")
    assert found.text.startswith("Zażółć")
    assert found.text.count("\ufffd") == 1


@given(st.binary(max_size=400), st.sampled_from(["", "text/html; charset=utf-8", "text/html; charset=big5"]))
def test_no_bytes_break_it(body: bytes, content_type: str) -> None:
    assert isinstance(decode(body, content_type=content_type).text, str)
