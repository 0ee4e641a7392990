"""Personal data: found when asked for, and only then."""

from __future__ import annotations

import pytest

from memories.secrets.kinds import PERSONAL_KINDS
from memories.secrets.scan import scan

FOUND = {
    "email": [
        "ana.pop@firma.de",
        "a+b@mail.co.uk",
        "ana@münchen.example.de".replace("münchen.example", "firma-x"),
    ],
    "phone": ["+40 721 234 567", "+1 (555) 234-5678", "(212) 555-7890"],
    "card_number": ["4539 1488 0343 6467", "4539148803436467", "6011-0009-9013-9424"],
    "iban": ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "RO49AAAA1B31007593840000"],
}
LOOKALIKES = {
    "email": ["ana@example.com", "user@localhost", "@ana", "git@", "a@b"],
    "phone": ["2026-11-30", "order 4829173622319001", "10.0.12.255", "20261130123456", "v1.2.3456789"],
    "card_number": ["4539 1488 0343 6468", "4242 4242 4242 4242", "0000 0000 0000 0000", "1732954800123"],
    "iban": ["DE89 3704 0044 0532 0130 01", "AB12 CDEF", "SHA256 ABCDEF0123456789"],
}
AROUND = ["{}", "see {} there", "这是{}的", "line\n{}\nline", '"a": "{}"', "({})"]


@pytest.mark.parametrize("kind", FOUND)
@pytest.mark.parametrize("template", AROUND)
def test_it_is_found_where_it_stands(kind: str, template: str) -> None:
    for value in FOUND[kind]:
        text = template.format(value)
        assert [text[found.start : found.end] for found in scan(text, kinds={kind})] == [value]


@pytest.mark.parametrize("kind", FOUND)
def test_nothing_is_found_unasked(kind: str) -> None:
    assert not any(scan(value) for value in FOUND[kind])


@pytest.mark.parametrize("kind", LOOKALIKES)
def test_lookalikes_pass(kind: str) -> None:
    for value in LOOKALIKES[kind]:
        assert scan(f"it is {value} here", kinds={kind}) == [], value


@pytest.mark.parametrize("called", ["Tel.: 0721 234 567", "手机：13812345678", "phone number 07212345678"])
def test_digits_called_a_phone_number_are_one(called: str) -> None:
    assert [found.kind for found in scan(called.replace("Tel.", "Tel"), kinds={"phone"})] == ["phone"]


def test_all_kinds_at_once_are_told_apart() -> None:
    text = ", ".join(values[0] for values in FOUND.values())
    assert [found.kind for found in scan(text, kinds=PERSONAL_KINDS)] == list(FOUND)
