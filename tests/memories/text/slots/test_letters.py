"""Where capitals, raised digits and indentation carry meaning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation
from memories.text.slots.letters import same_but_for_form

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

CASE = r"""
foo_bar not fooBar | fooBar not foo_bar
The download is 5 MB | The download is 5 Mb
The laser has 5 mW | The laser has 5 MW
The file is /srv/Data | The file is /srv/data
See https://example.com/Docs | See https://example.com/docs
Use grep -R | Use grep -r
2⁵ bytes | 25 bytes
Call fooBar first | Call foobar first
Use 10 Gb links | Use 10 GB links
The cable carries 5 mA | The cable carries 5 MA
Set $Path first | Set $PATH first
Flag -v prints | Flag -V prints
getUser calls getuser | getuser calls getUser
curl -O example.org/a | curl -o example.org/a
10² bytes are used | 102 bytes are used
H₂O level: x₁ | H2O level: x1
MAX_SIZE is set | max_size is set
"""


def _pairs(table: str) -> list[list[str]]:
    return [line.replace("\\n", "\n").split(" | ") for line in table.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(CASE), ids=lambda pair: pair[0])
def test_capitals_that_name_another_thing_are_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


SAME = [
    ("Use tabs in Go files.", "  use   TABS in go files.\r\n"),
    ("Rent is 900 EUR at 5 PM.", "rent is 900 eur at 5 pm."),
    ("See HTTPS://Example.com/a", "see https://example.COM/a"),
    ("Mail Jo@Example.net.", "mail jo@example.net."),
    ("Line one.\n  Line two.", "Line one. Line two."),
    ("ATL-512 is done.", "atl-512 is done."),
    ("Zürich ist schön.", "ZÜRICH IST SCHÖN."),
    ("说明\u200b在此。", "说明在此。"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_prose_is_the_same_in_other_capitals_and_spaces(one: str, other: str) -> None:
    assert same_but_for_form(one, other)
    assert same_but_for_form(other, one)


NOT_THE_SAME = [
    ("It is 5 MB.", "It is 5 Mb."),
    ("It is 5mW.", "It is 5MW."),
    ("Read /srv/Data now.", "Read /srv/data now."),
    ("See https://example.com/Docs", "See https://example.com/docs"),
    ("Run grep -R x", "Run grep -r x"),
    ("Call fooBar.", "Call foobar."),
    ("Set MAX_SIZE.", "Set max_size."),
    ("It holds 2⁵ bytes.", "It holds 25 bytes."),
    ("if a:\n    b()\nc()", "if a:\n    b()\n    c()"),
    ("a:\n  b: 1\n  c: 2", "a:\n  b: 1\nc: 2"),
    ("- one\n  - two", "- one\n- two"),
    ("x = 1\ny = 2", "x = 1 y = 2"),
]


@pytest.mark.parametrize(("one", "other"), NOT_THE_SAME)
def test_code_units_and_paths_are_not_the_same_in_other_capitals(one: str, other: str) -> None:
    assert not same_but_for_form(one, other)
    assert not same_but_for_form(other, one)


def test_a_tab_sets_a_line_in_as_far_as_eight_spaces() -> None:
    assert same_but_for_form("if a:\n\tb()", "if a:\n        b()")


def test_texts_of_one_form_that_differ_in_meaning_are_linked_only(close: Judge) -> None:
    found = close("Run grep -R x", "Run grep -r x")
    assert (found.relation, found.guards) == (Relation.SIMILAR, ("form",))
