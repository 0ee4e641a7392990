"""A quote is verified word for word or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webtools.quotes.folding import folded
from webtools.quotes.matching import Difference, Standing, find_quote

STORY = (
    "“It’s a once‑in‑a‑decade storm,” the harbour master said — “we don’t close for 5\u00a0mm of "
    "rain…” "
    "The oﬃce ﬁled a ﬁnal eﬀort to ﬂoat the oﬀer. Les œuvres de l’Æquinoxe: a Bleſsed ſeaſon. "
    "Ｔｏｔａｌ is 10² metres. この橋は 大正十二年に完成し、渡船は "
    "翌年に廃止された（全長１２０メートル）。"
    "他说：“我们明天出发。” The new bridge will open on 12 May after two years. "
    "Sales rose 12.5 percent in 2019, the ministry reported in its yearly review of regional trade. "
    "The plan was not approved by the council. Water boils at -5 °C here; 10% of 1,234 people agreed. "
    "Müller’s café is “closed”. Hyphen\u00adated words."
)
VERBATIM = [
    '"It\'s a once-in-a-decade storm," the harbour master said',
    "we don't close for 5 mm of rain...",
    "The office filed a final effort to float the offer.",
    "Les oeuvres de l'Aequinoxe",
    "a Blessed season",
    "a Blessed season. Total is",
    "この橋は大正十二年に完成し、渡船は翌年に廃止された",
    "(全長120メートル)",
    '他说:"我们明天出发。"',
    "The new bridge will open on 12 May after two years.",
    "THE NEW BRIDGE WILL OPEN",
    "the plan was not approved",
    "10% of 1,234 people agreed",
    "Mu\u0308ller's cafe\u0301 is 'closed'".replace("'closed'", '"closed"'),
    "Hyphenated words",
    "  new   bridge\n will open ",
    "“12.5 percent in 2019”",
    "...the ministry reported...",
    "boils at -5 °C here",
    "storm,”\u200b the harbour",
    "渡船は",
    "廃止された（全長",
]
ALTERED = [
    ("Sales rose 21.5 percent in 2019, the ministry reported", "12.5"),
    ("Sales rose 12.5 percent in 2018, the ministry reported", "2019"),
    ("The plan was approved by the council", "not"),
    ("The plan was not not approved by the council", "not approved"),
    ("Total is 102 metres", "10²"),
    ("bridgewill open on 12 May", "bridge will"),
    ("rose 2.5 percent in 2019, the ministry", "12.5"),
    ("rose 12 percent in 2019, the ministry reported", "12.5"),
    ("Water boils at 5 °C here", "-5"),
    ("10 of 1,234 people agreed", "10%"),
    ("10% of 1,23 people agreed", "1,234"),
    ("The new bridge will open on 12 June after two years.", "May"),
    ("The new bridge will never open on 12 May after two years.", "open"),
    ("この橋は大正十三年に完成し、渡船は翌年に廃止された", "大正十二年"),
    ("他说：我们后天出发", "明天"),
    ("(全長12メートル)は橋", ""),
    ("the harbour mistress said we don't close", "master"),
    ("The offices filed a final effort to float the offer", "oﬃce"),
]


@pytest.mark.parametrize("quote", VERBATIM)
def test_what_differs_in_typography_alone_is_verified(quote: str) -> None:
    found = find_quote(STORY, quote)
    assert found.standing is Standing.VERIFIED
    assert folded(found.passage).text in folded(STORY).text


@pytest.mark.parametrize(("quote", "closest"), ALTERED)
def test_what_differs_in_a_word_a_number_or_a_sign_is_not(quote: str, closest: str) -> None:
    found = find_quote(STORY, quote)
    assert found.standing in {Standing.NEAR, Standing.NOT_FOUND}
    assert found.similarity < 100
    if found.standing is Standing.NEAR:
        assert closest in found.passage


@pytest.mark.parametrize(
    "quote",
    [
        "The mayor resigned over the scandal last week.",
        "量子计算机改变了世界的一切规则",
        "Zebra xylophone",
        "?!",
    ],
)
def test_what_stands_nowhere_is_not_found(quote: str) -> None:
    assert find_quote(STORY, quote).standing is Standing.NOT_FOUND


def test_the_differing_words_are_told() -> None:
    found = find_quote(STORY, "Sales rose 21.5 percent in 2018, the ministry reported")
    assert found.differences == (Difference("21.5", "12.5"), Difference("2018", "2019"))
    dropped = find_quote(STORY, "The plan was approved by the council")
    assert dropped.differences == (Difference("", "not"),)


def test_the_passage_and_its_surroundings_are_the_pages_own_words() -> None:
    found = find_quote(STORY, "a blessed season", context=10)
    assert found.passage == "a Bleſsed ſeaſon"
    assert STORY[STORY.index(found.passage) - 10 :].startswith(found.before)
    assert len(found.before) == len(found.after) == 10


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("It has 112.5 units.", "12.5 units"),
        ("It grew 3.5 times.", "It grew 3"),
        ("Unhappy people", "happy people"),
        ("In 20191 units", "In 2019"),
        ("a1b", "1"),
        ("Version 2.10 is out", "Version 2.1"),
        ("At 12:30 sharp", "At 12"),
        ("H₂O2 is", "O2 is not"),
        ("x² rises", "x rises"),
        ("catalogue", "cat"),
    ],
)
def test_a_part_of_a_word_or_number_is_no_quote(text: str, quote: str) -> None:
    assert find_quote(text, quote).standing is not Standing.VERIFIED


@pytest.mark.parametrize("text", ["", " \n "])
def test_in_nothing_nothing_is_found(text: str) -> None:
    assert find_quote(text, "whatever").standing is Standing.NOT_FOUND


@given(st.text(min_size=1, max_size=60))
def test_every_text_folds_to_what_folds_to_itself_and_knows_its_places(text: str) -> None:
    once = folded(text)
    assert len(once.text) == len(once.places)
    assert list(once.places) == sorted(once.places)
    assert folded(once.text).text == once.text


WORDS = ["the", "12", "not", "harbour", "3.5", "was", "open", "%", "-", "in", "May"]


@given(st.lists(st.sampled_from(WORDS), min_size=4, max_size=14))
def test_dropping_a_word_is_noticed(words: list[str]) -> None:
    text = f"Begin {' '.join(words)} end"
    shorter = f"Begin {' '.join(words[1:])} end"
    if folded(text).text != folded(shorter).text:
        assert find_quote(text, shorter).standing is not Standing.VERIFIED
