"""Signs that say something where no word does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation
from memories.text.slots.marks import marks_of

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SIGNS = r"""
Temperature is -5 degrees | Temperature is 5 degrees
Profit: -3 million | Profit: 3 million
Offset +2 | Offset -2
The balance is (500) | The balance is 500
{"delta":-5} | {"delta":5}
The loss is -$500 | The loss is $500
Die Temperatur liegt bei -5 Grad | Die Temperatur liegt bei 5 Grad
La température est de -5 degrés | La température est de 5 degrés
温度是-5度 | 温度是5度
La temperatura es de -5 grados | La temperatura es de 5 grados
10+ years of experience | 10 years of experience
~10 minutes of downtime | 10 minutes of downtime
The offset is minus five | The offset is five
Le solde est de -300 euros | Le solde est de 300 euros
Saldo: -300 Euro | Saldo: 300 Euro
余额为-300元 | 余额为300元
The change was -2.5% | The change was 2.5%
Set the timeout to -1 | Set the timeout to 1
UTC+5 is the zone | UTC-5 is the zone
Server time zone: UTC +2 | Server time zone: UTC -2
The score was (12) | The score was 12
lat -33.9, lon 18.4 | lat 33.9, lon 18.4
"""

COMPARE = r"""
Latency < 100 ms | Latency > 100 ms
Latency ≤ 100 ms | Latency ≥ 100 ms
x >= 5 | x <= 5
a > b in priority | a < b in priority
x != 3 | x == 3
!enabled | enabled
x += 1 | x -= 1
chmod +x run.sh | chmod -x run.sh
a && b | a || b
- [x] Renew the passport | - [ ] Renew the passport
if a == b retry | if a != b retry
Alert when CPU > 90% | Alert when CPU < 90%
price ≥ 20 € | price ≤ 20 €
p < 0.05 | p > 0.05
not a && b | not a || b
x++ | x--
git push --force | git push
git push --force | git push --no-force
tar -x file | tar -c file
i << 2 | i >> 2
a ⊂ b | b ⊂ a
retries += 2 | retries -= 2
!debug mode | debug mode
"""


def _pairs(table: str) -> list[list[str]]:
    return [line.replace("\\n", "\n").split(" | ") for line in table.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SIGNS), ids=lambda pair: pair[0])
def test_the_sign_of_a_number_is_part_of_it(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(COMPARE), ids=lambda pair: pair[0])
def test_an_operator_a_flag_or_a_tick_makes_another_statement(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize(
    "text",
    [
        "- buy milk\n- buy bread",
        "> quoted\n> twice",
        "# Title\n\n**bold** and `code`",
        "| a | b |\n|---|---|\n| c | d |",
        "<b>bold</b> text, see <https://example.com/?a=b>",
        "It covers 50 m² or 3 km³.",
        "state-of-the-art, pre- and post-war",
    ],
)
def test_what_gives_a_text_its_shape_is_no_sign(text: str) -> None:
    assert {*marks_of(text)} <= {"|", "="}


@pytest.mark.parametrize(("one", "other"), [("a -> b", "a → b"), ("x >= 5", "x ≥ 5"), ("x != 3", "x ≠ 3")])
def test_one_operator_has_one_mark_however_it_is_typed(one: str, other: str) -> None:
    assert marks_of(one) == marks_of(other)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("[x] done", "[x]"),
        ("[ ] done", "[ ]"),
        ("run -v now", "-v"),
        ("use --force here", "--force"),
        ("a >= b", "≥"),
        ("!ready", "!"),
        ("~5 units", "~"),
        ("5+ years", "+"),
        ("grade A- given", "A-"),
        ("Notepad+ is used", "+"),
        ("loss (300) noted", "()"),
        ("is it so?", "?"),
        ("*.md files", "*"),
        ("2⁵ items", "⁵"),
    ],
)
def test_a_sign_that_says_something_is_read(text: str, mark: str) -> None:
    assert marks_of(text) == {mark: 1}
