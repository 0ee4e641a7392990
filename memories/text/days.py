"""The calendar of a person: days, bounds and labels in their time zone, whatever zone the computer stands in.

A day runs from its first instant to the next day's first, the end left out: 23 or 25 hours when clocks are
changed, none at all for a day the zone skipped.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from memories.text.errors import InvalidDay, InvalidZone

_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")
_OUTSIDE = "The calendar has the years 1 to 9999."
_NOT_ZONES = frozenset({"localtime", "posixrules", "Factory"})
"""Files beside the zones: the computer's own, and templates."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])?"
)


_FOR_EVER = datetime.combine(date.max, time.min, UTC)
_TODAY, _YESTERDAY = "today", "yesterday"


@lru_cache(maxsize=64)
def zone_of(zone: str) -> ZoneInfo:
    """Return the time zone of a tz database key such as Europe/Bucharest; raises InvalidZone."""
    refusal = InvalidZone("A time zone is a name of the tz database, such as Europe/Bucharest or UTC.")
    if not _ZONE.fullmatch(zone) or zone in _NOT_ZONES:
        raise refusal
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:
        raise refusal from error


def local_day(instant: datetime, zone: str) -> date:
    """Return the date that clocks in the zone show at an instant, which must know its offset."""
    if instant.utcoffset() is None:
        raise ValueError("an instant needs an offset")
    return instant.astimezone(zone_of(zone)).date()


def day_bounds(day: date, zone: str) -> tuple[datetime, datetime]:
    """Return the first instant of a day in a zone and the first after it, both in UTC; raises InvalidDay.

    The calendar's last day, which many write for "for ever", ends where it begins in UTC: later instants are
    in no zone east of it.
    """
    if day == date.max:
        return (_FOR_EVER, _FOR_EVER)
    days = (day, day + timedelta(days=1))
    first, after = (_readings(datetime.combine(each, time.min), zone) for each in days)
    return first[0], after[0]


def parse_bound(value: str, zone: str, *, end: bool) -> datetime:
    """Return where a period starts, or ends (end left out), as a UTC instant; raises InvalidDay.

    A date means its whole day in the zone; a time without an offset is one of the zone's clocks. A time that
    clocks showed twice, or skipped, is read so that the period is the longer one.
    """
    value = value.strip()
    try:
        if _DAY.fullmatch(value):
            return day_bounds(date.fromisoformat(value), zone)[end]
        if _MOMENT.fullmatch(value):
            readings = _readings(datetime.fromisoformat(value), zone)
            return max(readings) if end else min(readings)
    except InvalidDay:
        raise
    except ValueError as error:
        raise InvalidDay("There is no such date in the calendar.") from error
    raise InvalidDay(
        "A date is written as 2026-11-30, a time as 2026-11-30T14:05 or 2026-11-30T14:05:00+01:00."
    )


def instant_on(value: str, zone: str) -> datetime:
    """Return the UTC instant at which something is asked about: a time itself, of a day its last microsecond.

    Read like the end of a period in parse_bound; raises InvalidDay.
    """
    end = parse_bound(value, zone, end=True)
    return end - timedelta(microseconds=1) if _DAY.fullmatch(value.strip()) else end


def day_label(instant: datetime, now: datetime, zone: str) -> str:
    """Return "today", "yesterday" or the ISO date of an instant, as someone in the zone would say it now."""
    day = local_day(instant, zone)
    ago = (local_day(now, zone) - day).days
    return {0: _TODAY, 1: _YESTERDAY}.get(ago, day.isoformat())


def _readings(moment: datetime, zone: str) -> list[datetime]:
    """Return the UTC instants a moment may mean, by the offset before a change of the clocks and after it."""
    if moment.tzinfo is None:
        local = moment.replace(tzinfo=zone_of(zone))
        moments = [local.replace(fold=0), local.replace(fold=1)]
    else:
        moments = [moment]
    try:
        return [each.astimezone(UTC) for each in moments]
    except OverflowError as error:
        raise InvalidDay(_OUTSIDE) from error
