"""How much was done and how fast, day by day and hour by hour: counted by the database, for plots."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from memories.errors import invalid
from memories.recall.activity import INJECTION, RECALL, WEB
from memories.recall.chronicle import workspaces_of
from memories.recall.counting import DAYS, FINE, HOURS, TIMES, Row, counted
from memories.text.days import local_day, zone_of

MOST_DAYS = 90


@dataclass(frozen=True, slots=True)
class Day:
    """What was done on one day of the reader's zone."""

    day: date
    writes: int = 0
    decided: int = 0
    recalls: int = 0
    injections: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a sort of call took, in milliseconds: half of them at most p50, and so on."""

    sort: str
    calls: int
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Pace:
    """How long answers took on one day."""

    day: date
    calls: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Figures:
    """`days` and `pace` go from the first day to today without a gap; `hours` has a row for each weekday from
    Monday, each with 24 counts of everything done; `cut` says that there was more than is counted.
    """

    days: Sequence[Day]
    latency: Sequence[Latency]
    pace: Sequence[Pace]
    hours: Sequence[Sequence[int]]
    cut: bool = False

    @property
    def total(self) -> int:
        return sum(map(sum, self.hours))


def figures(actor: Actor, *, workspace: str | None = None, days: int = 30) -> Figures:
    """The figures of the last `days`, today included, of one workspace or, without a name, of all of the
    actor's. Times of calls are right to one in a hundred. Raises Forbidden, NotFound (the workspace),
    ValidationFailed.
    """
    actor.require(Permission.READ)
    if not 1 <= days <= MOST_DAYS:
        raise invalid("days", f"The days are a number from 1 to {MOST_DAYS}.")
    today = local_day(timezone.now(), actor.timezone)
    every = [today - timedelta(days=back) for back in range(days - 1, -1, -1)]
    where = sorted(workspaces_of(actor, workspace))
    begin, midnight = _begin(every[0], actor), _begin(today, actor)
    told, cut = counted(where, begin, midnight, actor.timezone)
    times = [(row.day, row.field, row.bucket, row.times) for row in told if row.sort == TIMES]
    return Figures(
        days=_by_day(every, told),
        latency=_latencies(times),
        pace=_paces(every, times),
        hours=_by_hour(told),
        cut=cut,
    )


def _begin(day: date, actor: Actor) -> datetime:
    return datetime.combine(day, datetime.min.time(), zone_of(actor.timezone)).astimezone(UTC)


# --- As plots want it ---------------------------------------------------------------------------------------

_FIELDS = {"write": "writes", "decided": "decided", RECALL: "recalls", INJECTION: "injections", WEB: "pages"}


def _by_day(every: Sequence[date], rows: Sequence[Row]) -> list[Day]:
    found: dict[date, Counter[str]] = {}
    for row in rows:
        if row.sort == DAYS and row.day is not None and row.field in _FIELDS:
            found.setdefault(row.day, Counter())[_FIELDS[row.field]] += row.times
    return [Day(day, **found.get(day, Counter())) for day in every]


def _by_hour(rows: Sequence[Row]) -> list[list[int]]:
    hours = [[0] * 24 for _ in range(7)]
    for row in rows:
        if row.sort == HOURS:
            hours[row.weekday - 1][row.hour] += row.times
    return hours


Times = Sequence[tuple[date | None, str, int, int]]


def _latencies(times: Times) -> list[Latency]:
    found: dict[str, Counter[int]] = {}
    for _, field, bucket, count in times:
        found.setdefault(field, Counter())[bucket] += count
    return [
        Latency(sort, counts.total(), *percentiles(counts, (0.5, 0.95, 0.99)))
        for sort, counts in sorted(found.items())
    ]


def _paces(every: Sequence[date], times: Times) -> list[Pace]:
    found: dict[date, Counter[int]] = {}
    for day, field, bucket, count in times:
        if day is not None and field != WEB:
            found.setdefault(day, Counter())[bucket] += count
    none: Counter[int] = Counter()
    counted = [(day, found.get(day, none)) for day in every]
    return [Pace(day, counts.total(), *percentiles(counts, (0.5, 0.95))) for day, counts in counted]


def percentiles(counts: Mapping[int, int], shares: Sequence[float]) -> list[float]:
    """The values that these shares of all do not exceed, between two neighbours where need be. `counts` says
    how many have a logarithm of so many FINEths.
    """
    ends, upto = sorted(counts), 0
    places = [(upto := upto + counts[bucket], bucket) for bucket in ends]

    def value(place: int) -> float:
        return math.exp(next(bucket for end, bucket in places if place < end) / FINE)

    if not upto:
        return [0.0] * len(shares)
    found = []
    for share in shares:
        place = share * (upto - 1)
        low, high = value(math.floor(place)), value(math.ceil(place))
        found.append(round(low + (high - low) * (place % 1), 1))
    return found
