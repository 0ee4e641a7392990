"""How much was done and how fast, day by day and hour by hour: counted by the database, for plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from memories.errors import invalid
from memories.recall.activity import INJECTION, RECALL, RECALLS, WEB
from memories.recall.chronicle import workspaces_of
from memories.text.days import local_day, zone_of

MOST_DAYS = 90
MOST_EVENTS = 50_000
"""Events of a workspace that are counted, the newest: a plot may cost no more than a page."""
MOST_ROWS = 100_000
"""Rows of activity that are counted, the newest of all workspaces asked for."""
WRITES = ("memory.remembered", "memory.filed_as_history", "memory.changed", "memory.proposed")
_DECIDED = ("proposal.approved", "proposal.rejected")


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
    actor's. Raises Forbidden, NotFound (the workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    if not 1 <= days <= MOST_DAYS:
        raise invalid("days", f"The days are a number from 1 to {MOST_DAYS}.")
    today = local_day(timezone.now(), actor.timezone)
    every = [today - timedelta(days=back) for back in range(days - 1, -1, -1)]
    params = {
        "workspaces": workspaces_of(actor, workspace),
        "zone": actor.timezone,
        "since": datetime.combine(every[0], datetime.min.time(), zone_of(actor.timezone)).astimezone(UTC),
        "most_events": MOST_EVENTS,
        "most_rows": MOST_ROWS,
        "writes": list(WRITES),
        "decided": list(_DECIDED),
        "recalls": list(RECALLS),
    }
    counts, cut = _counted(params)
    fast = {day: (calls, p50, p95) for day, _, calls, p50, p95, _ in _run(_PACE, params)}
    return Figures(
        days=[Day(day, **counts.get(day, {})) for day in every],
        latency=[Latency(*row[1:]) for row in _run(_LATENCY, params)],
        pace=[Pace(day, *fast.get(day, (0, 0.0, 0.0))) for day in every],
        hours=_by_hour(_run(_HOURS, params)),
        cut=cut,
    )


_FIELDS = {"write": "writes", "decided": "decided", RECALL: "recalls", INJECTION: "injections", WEB: "pages"}


def _counted(params: Mapping[str, Any]) -> tuple[dict[date, dict[str, int]], bool]:
    """By day and field; and whether a bound was met."""
    found: dict[date, dict[str, int]] = {}
    for day, sort, count in _run(_DAYS, params):
        found.setdefault(day, {})[_FIELDS[sort]] = count
    ((events, rows),) = _run(_MORE, params)
    return found, bool(events or rows >= MOST_ROWS)


def _by_hour(rows: Sequence[Any]) -> list[list[int]]:
    hours = [[0] * 24 for _ in range(7)]
    for weekday, hour, count in rows:
        hours[int(weekday) - 1][int(hour)] = count
    return hours


def _run(statement: str, params: Mapping[str, Any]) -> list[Any]:
    with connection.cursor() as running:
        running.execute(_WITH + statement, params)
        found: list[Any] = running.fetchall()
    return found


# Events by the end of each workspace's chain, activity by its index: never more rows than are allowed.
_WITH = """
    WITH event AS (
      SELECT found.at AT TIME ZONE %(zone)s AS at, found.action
        FROM memories_chainhead AS head
        JOIN memories_event AS found ON found.workspace_id = head.workspace_id
         AND found.sequence > head.sequence - %(most_events)s
       WHERE head.workspace_id = ANY (%(workspaces)s::uuid[]) AND found.at >= %(since)s
    ), row AS (
      SELECT at AT TIME ZONE %(zone)s AS at, milliseconds, outcome,
             CASE WHEN what = ANY (%(recalls)s::text[]) THEN 'recall'
                  WHEN starts_with(what, 'hook/') OR starts_with(what, 'memory://') THEN 'injection'
                  ELSE 'web' END AS sort
        FROM memories_activity
       WHERE workspace_id = ANY (%(workspaces)s::uuid[]) AND at >= %(since)s
       ORDER BY at DESC LIMIT %(most_rows)s
    )"""
_DAYS = """
    SELECT at::date, CASE WHEN action = ANY (%(writes)s::text[]) THEN 'write' ELSE 'decided' END AS sort,
           count(*)
      FROM event WHERE action = ANY (%(writes)s::text[] || %(decided)s::text[]) GROUP BY 1, 2
     UNION ALL
    SELECT at::date, sort, count(*) FROM row
     WHERE sort <> 'injection' OR outcome = 'injected' GROUP BY 1, 2"""
_MORE = """
    SELECT exists (SELECT FROM memories_chainhead AS head
                     JOIN memories_event AS event ON event.workspace_id = head.workspace_id
                      AND event.sequence = head.sequence - %(most_events)s AND event.at >= %(since)s
                    WHERE head.workspace_id = ANY (%(workspaces)s::uuid[])),
           (SELECT count(*) FROM row)"""
_PERCENTILES = """
           count(*), round(percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds)::numeric, 1)::float8,
           round(percentile_cont(0.95) WITHIN GROUP (ORDER BY milliseconds)::numeric, 1)::float8,
           round(percentile_cont(0.99) WITHIN GROUP (ORDER BY milliseconds)::numeric, 1)::float8
      FROM row WHERE milliseconds > 0"""
_LATENCY = f"SELECT NULL::date, sort, {_PERCENTILES} GROUP BY sort ORDER BY sort"
_PACE = f"SELECT at::date, '', {_PERCENTILES} AND sort <> 'web' GROUP BY 1"
_HOURS = """
    SELECT extract(isodow FROM at), extract(hour FROM at), count(*)
      FROM (SELECT at FROM event UNION ALL SELECT at FROM row) AS done GROUP BY 1, 2"""
