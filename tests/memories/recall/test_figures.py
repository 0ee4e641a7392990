"""The numbers behind plots: counted by the database, in the reader's days, within bounds."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, ValidationFailed
from memories import access
from memories.models import Activity
from memories.recall import counting
from memories.recall.figures import figures, percentiles
from tests.stories import remember


def done(actor: Actor, *, what: str = "recall", at: datetime | None = None, took: float = 10.0) -> None:
    Activity.objects.create(
        workspace_id=actor.workspaces["default"],
        what=what,
        outcome="injected",
        user_id=actor.user_id,
        at=at or timezone.now(),
        milliseconds=took,
    )


def test_each_day_is_counted_and_none_is_left_out(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    done(actor)
    done(actor, what="hook/context")
    done(actor, what="fetch_page", at=timezone.now() - timedelta(days=2))
    found = figures(actor, days=7)
    today, before = found.days[-1], found.days[-3]
    assert len(found.days) == len(found.pace) == 7 and not found.cut
    assert (today.writes, today.recalls, today.injections, before.pages) == (1, 1, 1, 1)


def test_days_and_hours_are_those_of_the_reader(actor: Actor) -> None:
    there = replace(actor, timezone="Pacific/Kiritimati")  # 14 hours ahead
    noon = timezone.now().replace(hour=12, minute=0) - timedelta(days=3)
    done(actor, at=noon)
    there_noon = noon + timedelta(hours=14)
    found = figures(there, days=7)
    assert [day.day for day in found.days if day.recalls] == [there_noon.date()]
    assert found.hours[there_noon.weekday()][2] == 1


def test_half_and_nearly_all_of_the_calls_are_told_apart(actor: Actor) -> None:
    for took in range(1, 101):
        done(actor, took=float(took))
    (latency,) = figures(actor).latency
    assert (latency.sort, latency.calls) == ("recall", 100)
    assert [latency.p50, latency.p95, latency.p99] == pytest.approx([50.5, 95.1, 99.0], rel=0.015)


def test_days_that_are_over_are_counted_once(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SETTLED", timedelta(days=-1))  # whatever the time of this test is
    done(actor, at=timezone.now() - timedelta(days=2), took=7.0)
    first = figures(actor, days=7)
    with CaptureQueriesContext(connection) as asked:
        done(actor)
        again = figures(actor, days=7)
    assert (first.days[-3].recalls, again.days[-3].recalls, again.days[-1].recalls) == (1, 1, 1)
    assert len(asked) == 1 + 2 and again.latency[0].calls == 2 and again.pace[-3].calls == 1


def test_a_middle_between_two_is_told_as_one() -> None:
    fine = round(counting.FINE * math.log(10)), round(counting.FINE * math.log(20))
    assert percentiles({fine[0]: 1, fine[1]: 1}, (0.5, 1.0)) == pytest.approx([15.0, 20.0], rel=0.015)
    assert percentiles({}, (0.5,)) == [0.0]


def test_counting_stops_at_its_bounds_and_says_so(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_EVENTS", 2)
    for place in range(4):
        remember(actor, f"Train {place} leaves at {place}:15.", name=f"t{place}")
    found = figures(actor)
    assert found.cut and found.days[-1].writes == 2


def test_it_asks_the_database_as_often_however_much_there_is(actor: Actor) -> None:
    figures(actor)  # the days that are over are kept
    with CaptureQueriesContext(connection) as few:
        figures(actor)
    for _ in range(20):
        done(actor)
    with CaptureQueriesContext(connection) as many:
        figures(actor)
    assert len(few) == len(many) <= 5


def test_a_stranger_counts_nothing_of_others(actor: Actor, stranger: Actor) -> None:
    done(actor)
    with access.acting(stranger):
        assert sum(day.recalls for day in figures(stranger).days) == 0


@pytest.mark.parametrize("days", [0, -1, 91])
def test_the_days_have_a_bound(actor: Actor, days: int) -> None:
    with pytest.raises(ValidationFailed):
        figures(actor, days=days)


def test_counting_needs_the_permission(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        figures(replace(actor, permissions=frozenset()))


def test_the_moment_of_a_plot_is_in_utc(actor: Actor) -> None:
    done(actor, at=datetime.now(UTC))
    assert figures(actor, days=1).total >= 1
