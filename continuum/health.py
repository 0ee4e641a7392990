"""Whether this process lives, and whether it can serve.

Told to anyone who asks, so without a word about content, addresses or secrets.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

import psycopg
from celery import current_app
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis.exceptions import AuthenticationError

from continuum.draining import draining
from memories.engines.base import EngineError
from memories.engines.deadline import embed_within
from memories.engines.registry import embedder
from oauth.middleware import without_actor

log = logging.getLogger("continuum.health")

OK, DEGRADED, DOWN = "ok", "degraded", "down"
DATABASE_SECONDS = 2.0
BROKER_SECONDS = 1.0
EMBEDDING_SECONDS = 1.0
ASK_AGAIN_AFTER = 30.0  # broker and model are asked no more often, however often we are
SERVICE_UNAVAILABLE = 503


@without_actor
@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers. Nothing else is looked at: a restart would mend nothing else."""
    return JsonResponse({"status": OK})


@without_actor
@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Requests can be served: 200 when the database answers with its tables up to date, else 503; also while
    the process is about to end.

    `degraded` means that it serves with less: without the broker work waits for the next sweep, without the
    embedding model memories are found by their words alone.
    """
    if draining():
        return JsonResponse(
            {"status": DOWN, "reason": "This process is about to end."}, status=SERVICE_UNAVAILABLE
        )
    parts = {"database": database(), "broker": broker(), "embedding": embedding()}
    states = {name: part["status"] for name, part in parts.items()}
    serves = states["database"] == OK
    status = OK if set(states.values()) == {OK} else DEGRADED if serves else DOWN
    return JsonResponse({"status": status, **parts}, status=200 if serves else SERVICE_UNAVAILABLE)


def database() -> dict[str, Any]:
    try:
        waiting = _in_time(migrations_waiting)
    except (psycopg.Error, TimeoutError) as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return {"status": DOWN, "reason": "It does not answer."}
    if waiting:
        return {"status": DOWN, "reason": "Its tables are not up to date: manage.py migrate."}
    return {"status": OK}


def _in_time(ask: Callable[[], int]) -> int:
    """What is answered within DATABASE_SECONDS, else TimeoutError: a Postgres that hangs answers never. One
    asks at a time, on a thread that keeps no process from ending, so that such looks do not pile up.
    """
    if not _ASKING.acquire(timeout=DATABASE_SECONDS):
        raise TimeoutError
    answers: SimpleQueue[int | Exception] = SimpleQueue()

    def run() -> None:
        try:
            answers.put(ask())
        except Exception as error:  # raised again where it was asked
            answers.put(error)
        finally:
            _ASKING.release()

    threading.Thread(target=run, name="continuum-health", daemon=True).start()
    try:
        found = answers.get(timeout=DATABASE_SECONDS)
    except Empty:
        raise TimeoutError from None
    if isinstance(found, Exception):
        raise found
    return found


_ASKING = threading.Lock()


def migrations_waiting() -> int:
    """How many migrations of this code the database has not seen.

    Asks on a connection of the pool itself, which may be told not to wait as long as a request would.
    """
    pool = connection.pool  # type: ignore[attr-defined]
    pool.open()
    with pool.connection(timeout=DATABASE_SECONDS) as link:
        applied = link.execute("SELECT app, name FROM django_migrations").fetchall()
    return len(known_migrations().difference(applied))


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations of this code, as (app, name)."""
    return frozenset(MigrationLoader(None).graph.nodes)


def _every_while(ask: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """The answer again for ASK_AGAIN_AFTER seconds, so that being asked often costs little."""
    kept: list[tuple[float, dict[str, Any]]] = []

    def asked() -> dict[str, Any]:
        if not kept or time.monotonic() - kept[0][0] > ASK_AGAIN_AFTER or kept[0][1]["status"] != OK:
            kept[:] = [(time.monotonic(), ask())]
        return kept[0][1]

    return asked


@_every_while
def broker() -> dict[str, Any]:
    try:
        bounded = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}  # it may hang
        with current_app.connection_for_write(
            connect_timeout=BROKER_SECONDS, transport_options=bounded
        ) as link:
            link.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_SECONDS)
    except (OperationalError, OSError) as error:
        return {"status": DEGRADED, "reason": _why_no_broker(error)}
    return {"status": OK}


def _why_no_broker(error: Exception) -> str:
    if isinstance(error.__cause__, AuthenticationError):
        log.warning("the broker refuses the password of CONTINUUM_BROKER_URL")
        return "It refuses the password; work waits until CONTINUUM_BROKER_URL has the right one."
    log.warning("the broker does not answer: %s", type(error).__name__)
    return "It does not answer; work waits for the next sweep."


@_every_while
def embedding() -> dict[str, Any]:
    try:
        engine = embedder()
    except EngineError as error:
        return {"status": DEGRADED, "reason": error.message}
    if not engine.dimensions:
        return {"status": OK, "model": engine.model_id}
    timed = embed_within(engine, ["ready"], seconds=EMBEDDING_SECONDS)
    if timed.vectors is None:
        return {
            "status": DEGRADED,
            "model": engine.model_id,
            "reason": f"No vectors in time: {timed.reason}.",
        }
    return {"status": OK, "model": engine.model_id}
