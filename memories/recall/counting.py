"""What was done, counted by the database: rows of counts for the last days, of which plots are made.

Days that are over hardly change any more: they are counted once and kept, today is counted each time. What
is forgotten or has had its time leaves such a day within KEPT_SECONDS; nothing but counts is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from memories.recall.activity import RECALLS

MOST_EVENTS = 50_000
"""Events of a workspace that are counted, the newest: a plot may cost no more than a page."""
MOST_ROWS = 100_000
"""Rows of activity of a workspace that are counted, the newest."""
KEPT_SECONDS = 24 * 3_600
SETTLED = timedelta(minutes=10)
"""So long after midnight nothing of the day before is still being written."""
FINE = 50
"""Steps of a logarithm: two neighbours are 2 % apart."""
WRITES = ("memory.remembered", "memory.filed_as_history", "memory.changed", "memory.proposed")
DECIDED = ("proposal.approved", "proposal.rejected")
OF_EVENTS = ("write", "decided", "")
"""The fields of rows that events are counted in; all others are of activity."""
DAYS, HOURS, TIMES = "days", "hours", "times"


class Row(NamedTuple):
    """How often: by day and field, by weekday (from 1) and hour, or by day, field and time taken, in FINEths
    of its logarithm.
    """

    sort: str
    day: date | None
    field: str
    weekday: int
    hour: int
    bucket: int
    times: int


class Counted(NamedTuple):
    """`upto` is the number of the last event of each workspace that was counted; `cut`: there was more."""

    rows: Sequence[Row]
    upto: Sequence[int]
    cut: bool


def counted(where: Sequence[UUID], begin: datetime, midnight: datetime, zone: str) -> tuple[list[Row], bool]:
    """All rows from `begin` to now, and whether there was more than is counted. At `midnight` today began."""
    past = _past(where, begin, midnight, zone)
    now = _counted(where, past.upto, midnight, None, zone)
    return [*past.rows, *now.rows], past.cut or now.cut


def _past(where: Sequence[UUID], begin: datetime, midnight: datetime, zone: str) -> Counted:
    """Everything until midnight: kept as soon as nothing of it is still being written."""
    key = f"continuum.figures:1:{begin.isoformat()}:{midnight.isoformat()}:{zone}:"
    key += hashlib.sha256(repr((where, MOST_EVENTS, MOST_ROWS)).encode()).hexdigest()
    kept: Counted | None = cache.get(key)
    if kept is None:
        kept = _counted(where, [0] * len(where), begin, midnight, zone)
        if timezone.now() >= midnight + SETTLED:
            cache.set(key, kept, KEPT_SECONDS)
    return kept


def _counted(
    where: Sequence[UUID], after: Sequence[int], since: datetime, until: datetime | None, zone: str
) -> Counted:
    params = {
        "workspaces": list(where),
        "after": list(after),
        "zone": zone,
        "since": since,
        "until": until,
        "most_events": MOST_EVENTS,
        "most_rows": MOST_ROWS,
        "writes": list(WRITES),
        "decided": list(DECIDED),
        "recalls": list(RECALLS),
        "fine": FINE,
    }
    upto = {row[0]: row[1:] for row in _run(_ENDS, params)}
    rows = [Row(*row) for row in _run(_COUNTS, params)]
    cut = any(found[1] for found in upto.values()) or _lines(rows) >= MOST_ROWS
    return Counted(rows, [upto[each][0] if each in upto else 0 for each in where], cut)


def _lines(rows: Sequence[Row]) -> int:
    """How many rows of activity were counted."""
    return sum(row.times for row in rows if row.sort == DAYS and row.field not in OF_EVENTS)


def _run(statement: str, params: Mapping[str, Any]) -> list[Any]:
    with connection.cursor() as running:
        running.execute(statement, params)
        found: list[Any] = running.fetchall()
    return found


# Each workspace's newest event of the time, and whether more events are of it than are counted.
_ENDS = """
    SELECT asked.id, coalesce(
             (SELECT event.sequence FROM memories_event AS event
               WHERE event.workspace_id = asked.id AND event.sequence > head.sequence - %(most_events)s
                 AND (%(until)s::timestamptz IS NULL OR event.at < %(until)s)
               ORDER BY event.sequence DESC LIMIT 1), 0),
           exists (SELECT FROM memories_event AS event
                    WHERE event.workspace_id = asked.id AND event.at >= %(since)s
                      AND event.sequence = head.sequence - %(most_events)s)
      FROM unnest(%(workspaces)s::uuid[]) AS asked (id)
      JOIN memories_chainhead AS head ON head.workspace_id = asked.id"""

# Events by the end of each workspace's chain, activity by its index: never more rows than are allowed. An
# injection that gave nothing is no injection on a plot of days.
_COUNTS = """
    WITH event AS (
      SELECT found.at AT TIME ZONE %(zone)s AS at,
             CASE WHEN found.action = ANY (%(writes)s::text[]) THEN 'write'
                  WHEN found.action = ANY (%(decided)s::text[]) THEN 'decided' ELSE '' END AS field
        FROM unnest(%(workspaces)s::uuid[], %(after)s::bigint[]) AS asked (id, after)
        JOIN memories_chainhead AS head ON head.workspace_id = asked.id
       CROSS JOIN LATERAL (
         SELECT event.at, event.action FROM memories_event AS event
          WHERE event.workspace_id = asked.id
            AND event.sequence > greatest(asked.after, head.sequence - %(most_events)s)
          ORDER BY event.sequence DESC LIMIT %(most_events)s
       ) AS found
       WHERE found.at >= %(since)s AND (%(until)s::timestamptz IS NULL OR found.at < %(until)s)
    ), row AS (
      SELECT found.at AT TIME ZONE %(zone)s AS at, found.outcome, found.milliseconds,
             CASE WHEN found.what = ANY (%(recalls)s::text[]) THEN 'recall'
                  WHEN starts_with(found.what, 'hook/') OR starts_with(found.what, 'memory://')
                  THEN 'injection' ELSE 'web' END AS sort
        FROM unnest(%(workspaces)s::uuid[]) AS asked (id)
       CROSS JOIN LATERAL (
         SELECT activity.at, activity.outcome, activity.milliseconds, activity.what
           FROM memories_activity AS activity
          WHERE activity.workspace_id = asked.id AND activity.at >= %(since)s
            AND (%(until)s::timestamptz IS NULL OR activity.at < %(until)s)
          ORDER BY activity.at DESC LIMIT %(most_rows)s
       ) AS found
    )
    SELECT CASE WHEN grouping(day) = 0 THEN 'days' ELSE 'hours' END,
           day, coalesce(field, ''), coalesce(weekday, 0), coalesce(hour, 0), 0, count(*)
      FROM (SELECT at::date AS day, extract(isodow FROM at)::integer AS weekday,
                   extract(hour FROM at)::integer AS hour, field
              FROM event) AS event
     GROUP BY GROUPING SETS ((day, field), (weekday, hour))
     UNION ALL
    SELECT CASE WHEN grouping(bucket) = 0 THEN 'times' WHEN grouping(shown) = 0 THEN 'days'
                ELSE 'hours' END,
           day, coalesce(shown, sort, ''), coalesce(weekday, 0), coalesce(hour, 0), coalesce(bucket, 0),
           count(*)
      FROM (SELECT at::date AS day, extract(isodow FROM at)::integer AS weekday,
                   extract(hour FROM at)::integer AS hour, sort,
                   CASE WHEN sort = 'injection' AND outcome <> 'injected' THEN 'unseen' ELSE sort END
                     AS shown,
                   CASE WHEN milliseconds > 0 THEN round(ln(milliseconds) * %(fine)s)::integer END AS bucket
              FROM row) AS row
     GROUP BY GROUPING SETS ((day, shown), (weekday, hour), (day, sort, bucket))
    HAVING grouping(bucket) = 1 OR bucket IS NOT NULL"""
