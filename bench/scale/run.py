"""One run: many workspaces, a replica that is read, divided tables, the replica takes over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
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
ROUNDS = 3  # of them, two servers in turn
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
    here, there = _in_turn(first, second)
    figures |= _compared("replica", here[0], there[0]) | _times("replica", here, there)
    say("Writing to the first, reading from the second")
    figures |= _lag(store.actor, second)
    figures |= _divided(first, second, parts, say)
    say("The first server is killed, the second takes its place")
    figures |= _failed_over(store.actor, first, second)
    PAGE.write_text(_page(facts, figures, minutes=(time.perf_counter() - begin) / 60), encoding="utf-8")
    print(f"Written to {PAGE}")
    print(f"RESULT {json.dumps(figures)}")


def _divided(first: Server, second: Server, parts: int, say: Callable[[str], None]) -> dict[str, float]:
    """Whole tables, the same with the vector index built anew, and divided ones, whose index is new too."""
    say("Asking whole tables, then with a new vector index")
    exact, whole = _asked(first, "exactly"), _asked(first)
    _build_again()
    rebuilt = _asked(first)
    say(f"Dividing into {parts} parts; the second server stays behind")
    with second.admin() as there:
        there.execute("SELECT pg_wal_replay_pause()")
        began = time.perf_counter()
        divide(parts)
        figures: dict[str, float] = {"divide_s": round(time.perf_counter() - began, 1)}
        behind, divided = _in_turn(second, first)
        there.execute("SELECT pg_wal_replay_resume()")
    figures |= _compared("rebuilt", whole, rebuilt) | _compared("divided", whole, divided[0])
    figures |= _times("divided", behind, divided)
    figures |= {"divided_exact_same": _compared("", exact, _asked(first, "exactly"))["_same"]}
    figures |= {"parts_read": divided[0]["parts"]}
    return figures | {"replica_divided_same": _compared("", divided[0], _caught_up(first, second))["_same"]}


def _build_again() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("REINDEX INDEX passage_vector_384")


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


def _asked(server: Server, *how: str) -> dict[str, Any]:
    """What a process finds that knows this server only."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.scale.reader", LOCAL_OWNER, str(QUESTIONS), *how],
        env=os.environ | {"CONTINUUM_DATABASE_URL": address(server, "continuum_app")},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _in_turn(one: Server, other: Server) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Both asked, one after the other, so that whatever else the machine does meets both."""
    rounds = [(_asked(one), _asked(other)) for _ in range(ROUNDS)]
    return [first for first, _ in rounds], [second for _, second in rounds]


def _compared(what: str, one: dict[str, Any], other: dict[str, Any]) -> dict[str, float]:
    pairs = list(zip(one["found"], other["found"], strict=True))
    return {
        f"{what}_same": round(sum(a == b for a, b in pairs) / len(pairs), 3),
        f"{what}_both": round(sum(len({*a} & {*b}) / max(len(a), 1) for a, b in pairs) / len(pairs), 3),
    }


def _times(what: str, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> dict[str, float]:
    least, taken = ([s for asked in each for s in asked["seconds"]] for each in (before, after))
    return {
        f"{what}_p50_ms": round(percentile(taken, 50) * 1_000, 1),
        f"{what}_p50_ratio": round(percentile(taken, 50) / percentile(least, 50), 2),
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
| recall p50 of divided tables, against whole ones | {divided_p50_ms} ms, {divided_p50_ratio} times |
| parts of the passages that a recall looks into | {parts_read} of {parts} |
| answers of divided tables that are the same, both by exact search | {divided_exact_same:.0%} |
| by the vector index; memories that are in both answers | {divided_same:.0%}; {divided_both:.0%} |
| the same of whole tables whose vector index was built anew | {rebuilt_same:.0%}; {rebuilt_both:.0%} |
| answers of the replica that are the same when it is divided too | {replica_divided_same:.0%} |
| the first server killed, until the replica takes writes | {failover_s} s |
| writes that were answered to and are not on the replica | {failover_lost} of {writes} |

- **Answers** are compared name by name and in their order, for {questions} questions, each asked through the
  public verb by a process that knows one server only.
- **The vector index** is a graph that is partly drawn at random and finds most of the nearest, not all.
  Dividing builds it anew, as `REINDEX` does; without it both search exactly.
- **Dividing** is `manage.py database partition`: hash partitions by workspace, with the workspace in every
  key. A recall looks into the part of its workspace and that of the reader's default one. Meanwhile the
  second server stays as it was, so that whole and divided tables are asked in turn.
- **Replication** is asynchronous: a write that was answered to can be lost with the server; here all were
  through.

RESULT {line}
"""
