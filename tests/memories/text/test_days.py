"""The calendar of a person."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.days import day_bounds, day_label, local_day, parse_bound, zone_of
from memories.text.errors import InvalidDay, InvalidZone

ZONES = st.sampled_from(
    ["UTC", "Europe/Brussels", "America/Los_Angeles", "Asia/Kathmandu", "America/Havana", "Africa/Cairo"]
)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def is_on(instant: str, day: str, zone: str) -> bool:
    start, after = day_bounds(date.fromisoformat(day), zone)
    return start <= utc(instant) < after


def test_tm_01_the_24th_of_july_in_los_angeles() -> None:
    assert is_on("2025-07-25T02:00", "2025-07-24", "America/Los_Angeles")
    assert not is_on("2025-07-25T02:00", "2025-07-25", "America/Los_Angeles")


@pytest.mark.parametrize("host", ["Asia/Tokyo", "America/Los_Angeles", "UTC"])
def test_tm_01_the_hosts_own_zone_makes_no_difference(host: str) -> None:
    program = (
        "from datetime import *; from memories.text.days import *; zone = 'America/Los_Angeles';"
        "print(*day_bounds(date(2025, 7, 24), zone), parse_bound('2025-07-24T05:00', zone, end=False),"
        " day_label(datetime(2025, 7, 25, 2, tzinfo=UTC), datetime(2025, 7, 25, 3, tzinfo=UTC), zone))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TZ": host},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split("+00:00") == [
        *("2025-07-24 07:00:00", " 2025-07-25 07:00:00", " 2025-07-24 12:00:00", " today\n"),
    ]


def test_tm_02_half_past_midnight_is_today() -> None:
    saved, now = utc("2026-11-29T22:30"), utc("2026-11-30T09:00")
    assert day_label(saved, now, "Europe/Bucharest") == "today"
    assert day_label(saved, now, "UTC") == "yesterday"
    assert day_label(saved - timedelta(days=3), now, "UTC") == "2026-11-26"
    assert day_label(now + timedelta(days=1), now, "UTC") == "2026-12-01"


def test_tm_02_a_bare_date_is_the_whole_day_of_the_zone() -> None:
    assert parse_bound("2026-11-30", "Europe/Bucharest", end=False) == utc("2026-11-29T22:00")
    assert parse_bound("2026-11-30", "Europe/Bucharest", end=True) == utc("2026-11-30T22:00")


@pytest.mark.parametrize(
    ("day", "inside", "outside", "hours"),
    [
        (
            "2026-03-29",
            ["2026-03-28T23:00", "2026-03-29T21:59"],
            ["2026-03-28T22:30", "2026-03-29T22:00"],
            23,
        ),
        (
            "2026-10-25",
            ["2026-10-24T22:00", "2026-10-25T22:30", "2026-10-25T22:59"],
            ["2026-10-25T23:01"],
            25,
        ),
    ],
)
def test_tm_03_days_on_which_clocks_change(
    day: str, inside: list[str], outside: list[str], hours: int
) -> None:
    assert all(is_on(instant, day, "Europe/Brussels") for instant in inside)
    assert not any(is_on(instant, day, "Europe/Brussels") for instant in outside)
    start, after = day_bounds(date.fromisoformat(day), "Europe/Brussels")
    assert after - start == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("value", "start", "after"),
    [
        ("2026-10-25T02:30", "2026-10-25T00:30", "2026-10-25T01:30"),
        ("2026-03-29T02:30", "2026-03-29T00:30", "2026-03-29T01:30"),
        ("2026-03-29T12:00", "2026-03-29T10:00", "2026-03-29T10:00"),
    ],
)
def test_tm_03_a_time_shown_twice_or_never_makes_the_period_longer(
    value: str, start: str, after: str
) -> None:
    assert parse_bound(value, "Europe/Brussels", end=False) == utc(start)
    assert parse_bound(value, "Europe/Brussels", end=True) == utc(after)


def test_a_day_without_midnight_starts_when_it_starts() -> None:
    start, after = day_bounds(date(2018, 11, 4), "America/Sao_Paulo")
    assert (start, after - start) == (utc("2018-11-04T03:00"), timedelta(hours=23))


def test_a_day_the_zone_skipped_holds_nothing() -> None:
    start, after = day_bounds(date(2011, 12, 30), "Pacific/Apia")
    assert start == after


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("2026-11-30T14:05:00Z", "2026-11-30T14:05"),
        ("2026-11-30T14:05:00.25+01:00", "2026-11-30T13:05:00.25"),
        ("2026-11-30 14:05-0330", "2026-11-30T17:35"),
        (" 2026-11-30T14:05 ", "2026-11-30T12:05"),
    ],
)
def test_a_time_is_read_with_its_offset_or_in_the_zone(value: str, instant: str) -> None:
    assert parse_bound(value, "Europe/Bucharest", end=True) == utc(instant)


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "UTC", "Pacific/Honolulu"])
def test_the_last_day_of_the_calendar_stands_for_ever_in_any_zone(zone: str) -> None:
    for end in (True, False):
        last = parse_bound("9999-12-31", zone, end=end)
        assert last.year == 9999 and last.astimezone(zone_of("Pacific/Kiritimati")).year == 9999


@pytest.mark.parametrize(
    "value",
    [
        *("", "yesterday", "2026", "2026-W01-1", "20261130", "30.11.2026", "2026-1-1", "1764460800"),
        *("2026-02-30", "0000-01-01", "2026-13-01", "２０２６-11-30", "2026-11-30T24:00", "2026-11-30T10"),
        *("2026-11-30T10:00 02:00", "0001-01-01T00:00+14:00", "2026-11-30T10:00:61"),
    ],
)
def test_what_is_no_date_is_refused(value: str) -> None:
    with pytest.raises(InvalidDay):
        parse_bound(value, "Pacific/Auckland", end=True)


@pytest.mark.parametrize(
    "zone",
    [
        "",
        "Mars/Olympus",
        "localtime",
        "posixrules",
        "../etc/passwd",
        "/etc/localtime",
        "Europe",
        "a\x00b",
        "\ud800",
    ],
)
def test_what_is_no_zone_is_refused(zone: str) -> None:
    with pytest.raises(InvalidZone):
        zone_of(zone)


def test_an_instant_without_offset_has_no_day() -> None:
    with pytest.raises(ValueError, match="offset"):
        local_day(datetime(2026, 1, 1), "UTC")  # noqa: DTZ001


@given(st.integers(-2_200_000_000, 4_100_000_000), ZONES)
def test_every_instant_lies_in_the_bounds_of_its_local_day(seconds: int, zone: str) -> None:
    instant = datetime.fromtimestamp(seconds, UTC)
    start, after = day_bounds(local_day(instant, zone), zone)
    assert start <= instant < after


@given(st.text())
def test_any_text_is_a_bound_or_refused(value: str) -> None:
    try:
        bound = parse_bound(value, "Asia/Kathmandu", end=False)
    except InvalidDay:
        return
    assert bound.tzinfo is UTC
