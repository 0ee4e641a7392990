"""One run: many workspaces, a replica that is read, divided tables, the replica takes over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import django

django.setup()

import psycopg  # noqa: E402
from django.db import connections  # noqa: E402

from bench import machine  # noqa: E402
from bench.recall import percentile  # noqa: E402
from bench.scale.servers import Server, address  # noqa: E402
from bench.store import BIG, Store  # noqa: E402
from continuum.kernel.actor import Actor  # noqa: E402
from continuum.partitioning.divide import divide  # noqa: E402
from memories import access  # noqa: E402
from memories.intake.submit import submit  # noqa: E402
from memories.models import Mode  # noqa: E402
from memories.services.drafts import Draft  # noqa: E402
from memories.services.workspaces import create_workspace  # noqa: E402
from oauth.services.people import LOCAL_OWNER  # noqa: E402

BASE = 500  # texts with vectors of their own (bench.supply)
QUESTIONS = 100
WRITES = 40
SEEN_WITHIN_S = 10.0
PAGE = Path(__file__).parents[1] / "SCALE.md"


def run(
    servers: list[Server], follow: Callable[[], Server], *, memories: int, workspaces: int, parts: int
) -> None:
    """Measure, and write bench/SCALE.md."""
    begin = time.perf_counter()

    def say(sentence: str) -> None:
        print(f"{time.perf_counter() - begin:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    facts = machine.facts()
    say("Filling the store")
    store = Store(embedded=BASE)
    store.grow(memories)
    sizes = {"memories": memories, "workspaces": workspaces, "parts": parts}
    figures: dict[str, Any] = {**sizes, "questions": QUESTIONS, "writes": WRITES}
    say(f"Making {workspaces:,} workspaces")
    figures |= _many_workspaces(store.actor, workspaces)
    say("A second server follows")
    began = time.perf_counter()
    servers.append(follow())
    figures["replica_ready_s"] = round(time.perf_counter() - began, 1)
    first, second = servers
    figures |= _compared("replica", _asked(first), _asked(second))
    say("Writing to the first, reading from the second")
    figures |= _lag(store.actor, second)
    say(f"Dividing into {parts} parts")
    whole = _asked(first)
    began = time.perf_counter()
    divide(parts)
    figures["divide_s"] = round(time.perf_counter() - began, 1)
    figures |= _compared("divided", whole, _asked(first))
    figures["parts_read"] = _parts_read(first, store.actor)
    figures |= {"replica_divided_same": _compared("", whole, _caught_up(first, second))["_same"]}
    say("The first server is killed, the second takes its place")
    figures |= _failed_over(store.actor, first, second)
    PAGE.write_text(_page(facts, figures, minutes=(time.perf_counter() - begin) / 60), encoding="utf-8")
    print(f"Written to {PAGE}")
    print(f"RESULT {json.dumps(figures)}")


def _many_workspaces(actor: Actor, count: int) -> dict[str, float]:
    """Workspaces of one memory each, made and written by the verbs; how fast, and what each takes on disk."""
    before, began = _size(), time.perf_counter()
    person = replace(actor, person=True)
    for number in range(count):
        made = create_workspace(person, name=f"small-{number}", mode=Mode.AUTO)
        here = person.joining(made.name, made.pk)
        with access.acting(here):
            submit(here, draft=Draft(content=f"Room {number} is painted.", workspace=made.name))
    seconds = time.perf_counter() - began
    return {
        "workspaces_per_s": round(count / seconds, 1),
        "workspace_kb": round((_size() - before) / count / 1024, 1),
    }


def _size() -> int:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _asked(server: Server) -> dict[str, Any]:
    """What a process finds that knows this server only."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.scale.reader", LOCAL_OWNER, str(QUESTIONS)],
        env=os.environ | {"CONTINUUM_DATABASE_URL": address(server, "continuum_app")},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _compared(what: str, one: dict[str, Any], other: dict[str, Any]) -> dict[str, float]:
    same = [a == b for a, b in zip(one["found"], other["found"], strict=True)]
    return {
        f"{what}_same": round(sum(same) / len(same), 3),
        f"{what}_p50_ms": round(percentile(other["seconds"], 50) * 1_000, 1),
        f"{what}_p50_ratio": round(percentile(other["seconds"], 50) / percentile(one["seconds"], 50), 2),
    }


def _lag(actor: Actor, second: Server) -> dict[str, float]:
    """From the answer to a write until a reader of the second server could find it."""
    waits = []
    with access.acting(actor), second.admin() as there:
        for number in range(WRITES):
            said = submit(actor, draft=Draft(content=f"Shelf {number} holds atlases.", workspace=BIG))
            waits.append(_until_there(there, said.memory_id))
    return {
        "lag_p50_ms": round(percentile(waits, 50) * 1_000, 1),
        "lag_p95_ms": round(percentile(waits, 95) * 1_000, 1),
    }


def _until_there(there: psycopg.Connection, memory_id: Any) -> float:
    began = time.perf_counter()
    while time.perf_counter() - began < SEEN_WITHIN_S:
        if there.execute("SELECT 1 FROM memories_memory WHERE id = %s", [memory_id]).fetchone():
            return time.perf_counter() - began
    raise SystemExit(f"A write did not reach the second server within {SEEN_WITHIN_S} seconds.")


def _caught_up(first: Server, second: Server) -> dict[str, Any]:
    with first.admin() as here, second.admin() as there:
        wanted = here.execute("SELECT pg_current_wal_lsn()").fetchone()
        while not there.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", wanted).fetchone()[0]:  # type: ignore[index]
            time.sleep(0.05)
    return _asked(second)


def _parts_read(server: Server, actor: Actor) -> int:
    """How many parts of the passages a search of one workspace touches."""
    with server.admin() as there:
        plan = there.execute(
            "EXPLAIN (ANALYZE, FORMAT TEXT) SELECT id FROM memories_passage WHERE workspace_id = %s LIMIT 10",
            [actor.workspaces[BIG]],
        ).fetchall()
    return sum("memories_passage_p" in line[0] and " on " in line[0] for line in plan)


def _failed_over(actor: Actor, first: Server, second: Server) -> dict[str, float]:
    """Kill the first while it is written to; what was answered to and is not on the second is lost."""
    kept = []
    with access.acting(actor):
        for number in range(WRITES):
            said = submit(actor, draft=Draft(content=f"Drawer {number} holds maps.", workspace=BIG))
            kept.append(said.memory_id)
    began = time.perf_counter()
    first.stop(at_once=True)
    with second.admin() as there:
        there.execute("SELECT pg_promote()")
        found = there.execute("SELECT count(*) FROM memories_memory WHERE id = ANY (%s)", [kept]).fetchone()
    seconds = time.perf_counter() - began
    return {"failover_s": round(seconds, 2), "failover_lost": len(kept) - int(found[0] if found else 0)}


def _page(facts: dict[str, str], figures: dict[str, Any], *, minutes: float) -> str:
    table = "\n".join(f"| {name} | {told} |" for name, told in facts.items())
    return _PAGE.format(minutes=minutes, facts=table, line=json.dumps(figures), **figures)


_PAGE = """\
# Two servers, divided tables

Written by `make bench-scale` in {minutes:.1f} minutes. Both servers ran on this machine and shared its
processors, so what it shows is that it works and what it costs, not how much more two machines carry.

| | |
| --- | --- |
{facts}

| what | measured |
| --- | --- |
| memories in the big workspace | {memories:,} |
| small workspaces beside it, made and written to by the verbs | {workspaces:,}, {workspaces_per_s} a second |
| what a workspace with one memory takes on disk | {workspace_kb} kB |
| a replica from nothing until it answers | {replica_ready_s} s |
| answers that are the same on the replica | {replica_same:.0%} |
| recall p50 on the replica, against the first server | {replica_p50_ms} ms, {replica_p50_ratio} times |
| from a write's answer until the replica has it, p50 / p95 | {lag_p50_ms} / {lag_p95_ms} ms |
| dividing every table into {parts} parts | {divide_s} s |
| answers that are the same after dividing | {divided_same:.0%} |
| recall p50 after dividing, against before | {divided_p50_ms} ms, {divided_p50_ratio} times |
| parts of the passages that a look into one workspace touches | {parts_read} of {parts} |
| answers of the replica that are the same after dividing | {replica_divided_same:.0%} |
| the first server killed, until the replica takes writes | {failover_s} s |
| writes that were answered to and are not on the replica | {failover_lost} of {writes} |

- **Answers** are compared name by name and in their order, for {questions} questions, each asked through the
  public verb by a process that knows one server only. Dividing builds the vector index anew, and two such
  graphs do not find quite the same.
- **Dividing** is `manage.py database partition`: hash partitions by workspace, with the workspace in every
  key.
- **Replication** is asynchronous: a write that was answered to can be lost with the server; here all were
  through.

RESULT {line}
"""
