"""No text makes the scanner slow: what was hard for it once, and what is made to be hard."""

from __future__ import annotations

import time
from random import Random

import pytest

from memories.secrets.kinds import KINDS
from memories.secrets.scan import scan
from tests.memories.secrets.made import B62, letters, token

MIB = 1 << 20
ALL = frozenset(kind.name for kind in KINDS)
SECONDS_A_MIB = 2.0

HARD = [
    "a", "1", "-", "=", "\\", "\"", ".", "\n", "4 ", "sk-", "sk--", "sk-xxxxx", "eyJ", "eyJ-",
    "eyJaaaaaaaaaa.", "eyJaaaaaaaaaaa.bbbbbbbbbbbb.", "ghs_1_eyJ-", "SG.aaaaaaaaaaaaaaaaaaaaaa.", "M-",
    "12345678:", "AKIA0", "-----BEGIN PRIVATE" + " KEY-----", "-----END PRIVATE" + " KEY-----\n",
    "PRIVATE KEY", "BEGIN ", "\"d\"", "Private-Lines: 1 ", "://a:", "postgres://a:b", "a@", "+1",
    "DE00 0000 ", "tel ", "a\nabcdefgh\n", "a\u200b", "\x1b[31m", "Ａ", "İ", "hooks.slack.com/",
    "discord.com/api/webhooks/", "password", "password ", "password=", "password for ", "password is ",
    "password (", "password:|", "password: \"\\", "pwd ", "pwd=", "pw:", "token ", "secret_key=",
    "a_key ", "密码", "密码是", "密钥：", "Bearer ", "Authorization: ", "mot de passe ", "aws ",
]  # fmt: skip


def seconds(text: str) -> float:
    started = time.process_time()
    scan(text, kinds=ALL)
    return time.process_time() - started


def repeated(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


@pytest.mark.parametrize("unit", HARD)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(unit: str) -> None:
    short, long = (min(seconds(repeated(unit, size)) for _ in range(2)) for size in (MIB // 128, MIB // 32))
    assert long < 9 * max(short, 0.0005)


@pytest.mark.slow
@pytest.mark.parametrize("unit", HARD)
def test_a_hard_mebibyte_is_scanned_in_two_seconds(unit: str) -> None:
    assert min(seconds(repeated(unit, MIB)) for _ in range(2)) < SECONDS_A_MIB


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["The quick brown fox keeps a token of the password in the vault. ", "sk--", "pw:"]
)
def test_a_mebibyte_is_scanned_in_two_seconds(unit: str) -> None:
    assert seconds(repeated(unit, MIB)) < SECONDS_A_MIB


@pytest.mark.slow
def test_a_mebibyte_of_random_letters_is_scanned_in_two_seconds() -> None:
    text = letters(Random(1), MIB, B62 + " \n:=-_./")
    assert seconds(text) < SECONDS_A_MIB


def test_a_secret_at_the_end_of_a_hard_text_is_found() -> None:
    for unit in HARD:
        text = repeated(unit, 20_000) + "\n\n\n"
        found = scan(text + token("npm_token"))
        assert found[-1].kind == "npm_token" and found[-1].start == len(text), unit
