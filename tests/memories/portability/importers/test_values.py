"""Values as other programs write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memories.portability.importers import limits
from memories.portability.importers.draft import draft_of, storable, tidy_name
from memories.portability.importers.entry import Entry, Left, State
from memories.portability.importers.values import description, kept_beside, kind, moment, rest, tags

DAY = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (1_767_571_200, DAY),
        (1_767_571_200_000, DAY),
        (1_767_571_200.0, DAY),
        ("2026-01-05", DAY),
        ("2026-01-05T00:00:00.000000Z", DAY),
        ("2026-01-05T01:00:00+01:00", DAY),
        ("2026-01-05 00:00:00", DAY),
        (None, None),
        (True, None),
        ("", None),
        ("soon", None),
        (float("inf"), None),
        (float("nan"), None),
        (10**30, None),
        (-5e12, None),
        ("0001-01-01T00:00:00+14:00", None),
        ([], None),
    ],
)
def test_moments(value: object, wanted: datetime | None) -> None:
    assert moment(value) == wanted


def test_tags_are_lists_or_words_with_commas_and_what_is_no_tag_is_none() -> None:
    assert tags("a, b,,a", ["c", 7, "x" * 65, "d\x00"], None, {"e": 1}) == ("a", "b", "c")
    assert len(tags([f"t{number}" for number in range(50)])) == 32


def test_kinds_and_descriptions_are_made_to_fit() -> None:
    assert (kind("User Fact", "x"), kind("!", "x"), kind(None, "x")) == ("user_fact", "x", "x")
    assert len(description("word " * 200) or "") == limits.MAX_DESCRIPTION and description(" ") is None


def test_what_is_kept_beside_is_bounded_in_every_way() -> None:
    deep: object = "x"
    for _ in range(100):
        deep = [deep]
    given = {
        "deep": deep,
        "long": "y" * 9_999,
        "known": 1,
        "none": None,
        "nan": float("nan"),
        "nul": "a\x00",
        "n": 3,
    }
    kept = rest(given, {"known"})
    assert len(kept["long"]) == limits.MAX_FIELD_CHARACTERS and kept["n"] == 3
    assert not {"known", "none", "nan", "nul"} & kept.keys()
    many = rest({str(number): "z" * 1_900 for number in range(40)}, ())
    assert 0 < len(str(many)) < limits.MAX_FIELDS_BYTES * 1.1


def test_names_are_made_to_fit() -> None:
    assert tidy_name("a/b\nc\u200b") == "a-b c" and tidy_name("\u200b") is None and tidy_name(None) is None
    assert len(tidy_name("x" * 300, behind=" 12345678") or "") == 200


def test_an_expiry_that_has_passed_archives() -> None:
    entry, draft = draft_of(
        Entry(place="p", content="x", expires_at=DAY), workspace=None, now=datetime(2026, 2, 1, tzinfo=UTC)
    )
    assert (entry.state, draft.expires_at) == (State.ARCHIVED, None)
    assert entry.fields == {"expires_at": "2026-01-05T00:00:00+00:00"}


@pytest.mark.parametrize("huge", [10**400, -(10**400), 1e308, float("nan"), float("inf")])
def test_a_number_that_is_no_moment_is_none(huge: float) -> None:
    assert moment(huge) is None and kept_beside({"at": 10**400, "colour": "green"}) == {"colour": "green"}


def test_what_is_found_holds_nothing_that_cannot_be_stored() -> None:
    found = storable(
        Entry(place="a\x00b\ud800", agent="x" * 300, fields={"at": "\x00", "n\udfff": 1, "colour": "green"})
    )
    assert isinstance(found, Entry) and found.place == "a b" and len(found.agent) == 200
    assert found.fields["colour"] == "green" and "\x00" not in str(dict(found.fields).values())
    assert storable(Left("p\x00", "why\x00")) == Left("p", "why")
