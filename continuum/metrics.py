"""What Prometheus is told: how much, how long, with what outcome; of nobody and nothing by name.

Processes of one machine or container count into one folder (continuum.watch_settings), and whichever is asked
tells of all. What waits in the database is asked for when Prometheus asks.
"""

from __future__ import annotations

import hmac
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import psutil
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from continuum.counting_files import count_in_roomy_files
from continuum.kernel.watching import Kind, Seen, current_request

log = logging.getLogger("continuum.metrics")

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
count_in_roomy_files()
OURS: Final = CollectorRegistry()
REQUESTS = Histogram(
    "continuum_request_seconds",
    "Requests, by door, pattern of the route, method and status.",
    ("door", "route", "method", "status"),
    buckets=SECONDS,
    registry=OURS,
)
DONE = {
    kind: Histogram(f"continuum_{kind}_seconds", told, ("name", "outcome"), buckets=SECONDS, registry=OURS)
    for kind, told in (
        (Kind.TOOL, "Calls of MCP tools, by name and outcome (ok, or the code of the error)."),
        (Kind.VERB, "What was done in the heart, by verb and outcome, whichever door asked."),
        (Kind.STEP, "Jobs that workers took, by kind and outcome; jobs taken together count once."),
    )
}
RECALLS = Counter("continuum_recalls", "Recalls, by how they were answered.", ("mode",), registry=OURS)
POOL = Gauge(
    "continuum_pool_connections",
    "Connections of all processes' pools: open, in use, and requests that wait for one.",
    ("state",),
    multiprocess_mode="livesum",
    registry=OURS,
)
_JOBS = "SELECT step, state, jobs, oldest_seconds FROM continuum_job_depths()"
_POOL_STATES = {"open": "pool_size", "idle": "pool_available", "waiting": "requests_waiting"}


class Counting:
    """The watcher that counts."""

    def began(self, seen: Seen) -> None:
        """Nothing is counted before it is over."""

    def ended(self, seen: Seen) -> None:
        """A figure for which the disk has no room is left out: what is counted goes on."""
        try:
            _count(seen)
        except OSError as error:
            log.warning("a figure could not be counted: %s", error.strerror)


def _count(seen: Seen) -> None:
    if seen.kind is Kind.REQUEST:
        _count_request(seen)
    elif seen.kind in DONE:
        DONE[seen.kind].labels(seen.name, seen.outcome).observe(seen.seconds)
        if mode := seen.more.get("mode"):
            RECALLS.labels(mode).inc()


def _count_request(seen: Seen) -> None:
    request = current_request()
    if request is not None:
        labels = (request.door, request.route, request.method, str(request.status))
        REQUESTS.labels(*labels).observe(seen.seconds)
    _look_at_pool()


def _look_at_pool() -> None:
    pool = getattr(connection, "pool", None)
    if pool is not None:
        stats = pool.get_stats()
        for state, name in _POOL_STATES.items():
            POOL.labels(state).set(stats.get(name, 0))


class Waiting(Collector):
    """Jobs that wait or failed, by kind; through a function of the database, whose policies hide the rows."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        jobs = GaugeMetricFamily("continuum_jobs", "Jobs, by kind and state.", labels=("kind", "state"))
        oldest = GaugeMetricFamily(
            "continuum_job_oldest_seconds", "How long the oldest of them is due.", labels=("kind", "state")
        )
        for step, state, count, seconds in _depths():
            jobs.add_metric((step, state), count)
            oldest.add_metric((step, state), seconds)
        yield from (jobs, oldest)


def _depths() -> Iterable[tuple[str, str, int, float]]:
    """Nothing while the database does not answer: that it does not is told by /health/ready."""
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute(_JOBS)
        return [(step, state, int(jobs), float(age)) for step, state, jobs, age in cursor.fetchall()]
    return []


def exposition() -> bytes:
    """All of it, in Prometheus' text format."""
    told = CollectorRegistry()
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        _forget_gone(Path(folder))
        MultiProcessCollector(told, path=folder)
    told.register(Waiting())
    counted = b"" if folder else generate_latest(OURS)
    try:
        return counted + generate_latest(told)
    finally:
        connection.close()


def _forget_gone(folder: Path) -> None:
    """Gauges of processes that ended, however they did; what they counted stays."""
    for file in folder.glob("gauge_live*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdecimal() and not psutil.pid_exists(int(pid)):
            file.unlink(missing_ok=True)


async def answer(scope: Any, send: Any) -> None:
    """/metrics: 404 without the setting, 401 for whoever does not show its token. Any Host will do:
    Prometheus asks each process by its own address.
    """
    status, body = HTTPStatus.NOT_FOUND, b""
    if settings.METRICS_TOKEN:
        status = HTTPStatus.UNAUTHORIZED
        if opens(next((value for name, value in scope["headers"] if name == b"authorization"), b"")):
            status, body = HTTPStatus.OK, await sync_to_async(exposition, thread_sensitive=False)()
    headers = [(b"content-type", CONTENT_TYPE_LATEST.encode()), (b"cache-control", b"no-store")]
    if status is HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def opens(authorization: bytes) -> bool:
    """Whether this is the token's header."""
    return hmac.compare_digest(authorization, f"Bearer {settings.METRICS_TOKEN}".encode())
