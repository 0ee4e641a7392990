"""How values of one kind differ between two texts, readings that are open taken kindly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memories.text.slots.extract import Slots

_KINDS = ("numbers", "dates", "times", "frequencies", "addresses", "identifiers", "versions")


class Difference(NamedTuple):
    """The values each text has alone."""

    one: tuple[str, ...]
    other: tuple[str, ...]

    @property
    def is_any(self) -> bool:
        return bool(self.one or self.other)

    @property
    def contradicts(self) -> bool:
        return bool(self.one and self.other)


def difference(one: Sequence[str], other: Sequence[str]) -> Difference:
    """Return what stands in one of two rows of values only; `04:00|16:00` meets either."""
    shared = {*one} & {*other}
    left_one = [value for value in one if value not in shared]
    left_other = [value for value in other if value not in shared]
    for value in [*left_one]:
        met = next((each for each in left_other if _meet(value, each)), None)
        if met is not None:
            left_one.remove(value)
            left_other.remove(met)
    return Difference(tuple(left_one), tuple(left_other))


def shared_values(one: Slots, other: Slots) -> set[str]:
    """Return the values that stand in both."""
    return {value for kind in _KINDS for value in {*getattr(one, kind)} & {*getattr(other, kind)}}


def numbers_and_times(one: Slots, other: Slots) -> tuple[Difference, Difference]:
    """Return the differing numbers and times of day; a bare hour (`nine sharp`) meets its time (`9:00`)."""
    numbers, times = difference(one.numbers, other.numbers), difference(one.times, other.times)
    left, right_times = _without_hours(numbers.one, times.other)
    right, left_times = _without_hours(numbers.other, times.one)
    if left != numbers.one and right != numbers.other:
        return numbers, times  # 9 and 10:00 are not 10 and 9:00
    return Difference(left, right), Difference(left_times, right_times)


def _without_hours(numbers: Sequence[str], times: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    hours = {
        time: {f"{int(reading[:2])}" for reading in time.split("|") if reading.endswith(":00")}
        for time in times
    }
    spoken = {hour for readings in hours.values() for hour in readings}
    return (
        tuple(number for number in numbers if number not in spoken),
        tuple(time for time in times if not hours[time] & {*numbers}),
    )


def refines(one: str, other: str) -> bool:
    """Tell whether one of two dates only says more than the other: a year, a day; or is of another sort."""
    if one[:1] in "wq" or other[:1] in "wq":
        return one[:1] != other[:1]
    if one.startswith("day") or other.startswith("day"):
        return one.startswith("day") != other.startswith("day")
    (year, month, day), (other_year, other_month, other_day) = _parts(one), _parts(other)
    return (
        month == other_month
        and (not year or not other_year or year == other_year)
        and (not day or not other_day or day == other_day)
    )


def _parts(value: str) -> tuple[str, str, str]:
    """Return year, month and day of a date's canonical form, "" for what it leaves open."""
    year, month, day, *_ = [*value.removeprefix("-").split("-"), "", ""]
    return year, month, day


def _meet(one: str, other: str) -> bool:
    return ("|" in one or "|" in other) and bool({*one.split("|")} & {*other.split("|")})
