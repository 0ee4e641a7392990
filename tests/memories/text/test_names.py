"""Names, slugs and tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.errors import InvalidName, InvalidTags, TextError
from memories.text.names import (
    MAX_MADE_NAME,
    MAX_NAME,
    MAX_TAGS,
    name_from,
    valid_name,
    valid_slug,
    valid_tags,
)

ANY_TEXT = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana moved to Bruges. She likes it.", "ana-moved-to-bruges"),
        ("# Release plan\n\nShip on Friday.", "release-plan"),
        ("- [ ] Don't forget O\u2019Brien", "dont-forget-obrien"),
        ("See [the docs](https://example.com/x) first", "see-the-docs-first"),
        ("---\ntitle: Coffee\n---", "title-coffee"),
        ("```py\nx = 1\n```\nWhy it broke", "why-it-broke"),
        ("雾凇词库部署在台式机上。第二句。", "雾凇词库部署在台式机上"),
        ("हिन्दी में", "हिन्दी-में"),
        ("Cafe\u0301 au lait", "caf\u00e9-au-lait"),
        ("감자 캘린더", "감자-캘린더"),
    ],
)
def test_a_name_is_made_from_the_first_sentence(text: str, name: str) -> None:
    assert name_from(text) == name


def test_a_made_name_ends_with_a_whole_word() -> None:
    name = name_from("supercalifragilistic " * 20)
    assert name == "-".join(["supercalifragilistic"] * 3)
    assert len(name_from("x" * 5_000)) == MAX_MADE_NAME


@pytest.mark.parametrize("text", ["🎉", "...", "", "```\n```"])
def test_a_text_without_words_is_named_by_its_hash(text: str) -> None:
    name = name_from(text)
    assert name.startswith("memory-")
    assert int(name.removeprefix("memory-"), 16) >= 0
    assert name == name_from(text) != name_from(text + "!")


@given(ANY_TEXT)
def test_every_made_name_is_valid(text: str) -> None:
    name = name_from(text)
    assert valid_name(name) == name
    assert len(name) <= MAX_MADE_NAME


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("  Plan\u00a0 B ", "Plan B"),
        ("cafe\u0301", "caf\u00e9"),
        ("雾凇", "雾凇"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("v1.2", "v1.2"),
    ],
)
def test_a_name_is_kept_in_one_spelling(given_name: str, kept: str) -> None:
    assert valid_name(given_name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a/b",
        "a\nb",
        "a\tb",
        "a\x00b",
        "\ud800",
        "a\u2028b",
        "a\u202eb",
        "a\u200bb",
        ".",
        "..",
        "x" * (MAX_NAME + 1),
    ],
)
def test_a_name_that_cannot_be_is_refused_without_being_repeated(name: str) -> None:
    with pytest.raises(InvalidName) as refusal:
        valid_name(name)
    assert len(name.strip()) < 3 or name not in str(refusal.value)


@given(ANY_TEXT)
def test_any_name_is_kept_or_refused(name: str) -> None:
    try:
        kept = valid_name(name)
    except TextError:
        return
    assert valid_name(kept) == kept
    assert kept.encode()


@pytest.mark.parametrize("slug", ["user", "task_state", "2024-plan", "x" * 64])
def test_a_slug_is_kept(slug: str) -> None:
    assert valid_slug(slug) == slug


@pytest.mark.parametrize("slug", ["", "User", "a b", "-a", "_a", "é", "a\n", "x" * 65, "a/b", "１"])
def test_a_slug_that_breaks_the_rule_is_told_the_rule(slug: str) -> None:
    with pytest.raises(
        InvalidName, match="A kind has 1 to 64 small letters a-z, digits, hyphens and underscores"
    ):
        valid_slug(slug, what="kind")


def test_tags_are_kept_once_as_first_spelled() -> None:
    assert valid_tags([" Work", "home", "WORK", "ｗｏｒｋ", "new  york", "a,b"]) == [
        "Work",
        "home",
        "new york",
        "a,b",
    ]


def test_a_string_of_tags_is_parted_by_commas_not_by_letters() -> None:
    assert valid_tags("work, home,,") == ["work", "home"]
    assert valid_tags("") == []


@pytest.mark.parametrize(
    "tags", [[""], ["a\nb"], ["x" * 65], [f"t{number}" for number in range(MAX_TAGS + 1)]]
)
def test_tags_that_cannot_be_are_refused(tags: list[str]) -> None:
    with pytest.raises(InvalidTags):
        valid_tags(tags)


def test_32_tags_and_their_repetitions_are_not_too_many() -> None:
    tags = [f"t{number}" for number in range(MAX_TAGS)]
    assert valid_tags(tags * 2) == tags
