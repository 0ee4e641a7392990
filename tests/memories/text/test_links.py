"""Links between memories."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.links import MAX_LINKS, Link, linked_names, wikilinks
from memories.text.names import MAX_NAME

LONG = 100_000  # characters; in quadratic time they would take minutes


def test_links_have_a_name_and_perhaps_a_label() -> None:
    assert wikilinks("See [[release plan]], [[ana|Ana Pop]] and [[雾凇]], again [[ana]].") == [
        *(Link("release plan", "release plan"), Link("ana", "Ana Pop")),
        *(Link("雾凇", "雾凇"), Link("ana", "ana")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]`",
        "``x [[a]] ` y``",
        "```\n[[a]]\n```",
        "~~~\n[[a]]",
        "[[]]",
        "[[ ]]",
        "[[a\nb]]",
        "[a]",
        "[[[",
        "[[|x]]",
    ],
)
def test_code_and_broken_brackets_hold_no_link(text: str) -> None:
    assert wikilinks(text) == []


def test_a_backtick_that_closes_nothing_hides_no_link() -> None:
    assert wikilinks("It's 5` long [[a]]\n\n` [[b]]") == [Link("a", "a"), Link("b", "b")]


def test_links_between_code_are_found() -> None:
    assert wikilinks("`x` [[a]] `[[b]]` [[c]]\n```\n[[d]]\n```\n[[e]]") == [
        Link(name, name) for name in "ace"
    ]


def test_the_bar_of_a_table_cell_may_be_escaped() -> None:
    assert wikilinks(r"| [[a\|b]] | [[c| ]] |") == [Link("a", "b"), Link("c", "c")]


def test_a_name_too_long_for_a_memory_is_no_link() -> None:
    assert wikilinks(f"[[{'x' * (MAX_NAME + 1)}]]") == []


@given(st.text(st.sampled_from("[]|`a\n~ "), max_size=200))
def test_any_text_has_links_with_names(text: str) -> None:
    assert all(link.name.strip() == link.name != "" for link in wikilinks(text))


@pytest.mark.parametrize("shape", ["[[", "[[a", "[[a|", "`[[a]]", "[[a]]", "` `` "])
def test_brackets_are_read_in_linear_time(shape: str) -> None:
    started = time.process_time()
    wikilinks(shape * (LONG // len(shape)))
    assert time.process_time() - started < 2


def test_the_names_that_a_text_links_to_are_told_once_as_memories_are_called() -> None:
    assert linked_names("[[b]] [[a|A]] [[b|B]] [[Cafe\u0301  Luna]] [[a/b]] [[..]]") == [
        "b",
        "a",
        "Café Luna",
    ]


def test_of_very_many_links_the_first_are_told() -> None:
    assert len(linked_names(" ".join(f"[[n{number}]]" for number in range(MAX_LINKS + 50)))) == MAX_LINKS
