"""Dates as clients write and read them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from mcp_gateway.moments import read_moment, shown

ACTOR = Actor(user_id=1, client="tests", timezone="Europe/Bucharest")


def test_a_date_begins_and_ends_with_the_persons_day() -> None:
    assert read_moment(ACTOR, "since", "2026-11-30") == datetime(2026, 11, 29, 22, tzinfo=UTC)
    assert read_moment(ACTOR, "until", "2026-11-30", end=True) == datetime(2026, 11, 30, 22, tzinfo=UTC)
    assert read_moment(ACTOR, "since", None) is None


@pytest.mark.parametrize("text", ["tomorrow", "2026-02-30", "30.11.2026", ""])
def test_what_is_no_date_is_refused_by_its_field(text: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        read_moment(ACTOR, "check_by", text)
    assert refused.value.details["field"] == "check_by"


def test_a_moment_is_shown_by_the_clocks_of_the_zone() -> None:
    assert (
        shown(datetime(2026, 11, 29, 22, 0, 1, 999, tzinfo=UTC), "Europe/Bucharest")
        == "2026-11-30T00:00:01+02:00"
    )
    assert shown(None, "UTC") is None
