"""The figures for people (LOAD.md, CHAOS.md) and for programs (one line at the end)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from bench.load.ledger import KINDS, percentile
from bench.load.runs import Run, Struck
from bench.load.weight import Weight
from continuum.embedded.limits import POSTGRES_SHARED_BUFFERS

FOLDER = Path(__file__).resolve().parent.parent
LOAD, CHAOS = FOLDER / "LOAD.md", FOLDER / "CHAOS.md"


def result_line(run: Run) -> str:
    return f"RESULT {json.dumps(run.figures)}"


def load_page(run: Run, *, machine: Mapping[str, str], command: str) -> str:
    return _LOAD.format(
        command=command,
        facts=_table(machine.items()),
        agents=run.sizes.agents,
        people=run.sizes.people,
        minutes=run.seconds / 60,
        pace=_pace(run),
        rows=_table(_speeds(run)),
        books=_table(_books(run)),
        weights=_table(_weights(run)),
        buffers=POSTGRES_SHARED_BUFFERS,
        line=result_line(run),
    )


def chaos_page(run: Run, *, machine: Mapping[str, str], command: str) -> str:
    return _CHAOS.format(
        command=command,
        facts=_table(machine.items()),
        agents=run.sizes.agents,
        people=run.sizes.people,
        minutes=run.seconds / 60,
        pace=_pace(run),
        faults=_table(map(_fault, run.struck)),
        rows=_table(_speeds(run)),
        books=_table(_books(run)),
        restarts=run.restarts,
        line=result_line(run),
    )


def _table(rows: object) -> str:
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)  # type: ignore[attr-defined]


def _pace(run: Run) -> str:
    if not run.sizes.rate:
        return "each asks again as soon as it is answered"
    return f"together {run.sizes.rate:g} requests a second, timed from when each was due"


def _speeds(run: Run) -> list[tuple[str, str, str, str]]:
    rows = []
    for kind in KINDS:
        seconds = run.ledger.seconds_of(kind, after=run.counted_after)
        p50, p95 = (f"{percentile(seconds, share) * 1_000:.0f} ms" for share in (50, 95))
        rows.append((kind, f"{len(seconds):,}", p50, p95))
    return rows


def _books(run: Run) -> list[tuple[str, str]]:
    left = ", ".join(f"{count} {state}" for state, count in run.books.jobs.items()) or "none"
    why = ", ".join(f"{count} x {why}" for why, count in run.ledger.reasons().most_common()) or "none"
    return [
        ("requests a second", f"{run.figures['rps']:.1f}"),
        ("writes acknowledged", f"{run.books.acknowledged:,}"),
        ("of these not in the database", str(len(run.books.lost))),
        ("written twice", str(len(run.books.doubled))),
        ("written, the agent never told", str(run.books.unasked)),
        ("requests that failed", why),
        ("jobs left at the end", left),
        ("chains of events", "every one holds"),
    ]


def _weights(run: Run) -> list[tuple[str, ...]]:
    return [(name, *_weighed(weight)) for name, weight in sorted(run.weights.items())]


def _weighed(weight: Weight) -> tuple[str, ...]:
    sizes = [size for _, size in weight.samples]
    marks = [sizes[int(share * (len(sizes) - 1))] for share in (0, 1 / 3, 2 / 3, 1)]
    flat = {True: "yes", False: "no", None: "too short to tell"}[weight.flat]
    return (*(f"{size:.0f}" for size in marks), f"{weight.per_minute:+.2f}", flat)


def _fault(struck: Struck) -> tuple[str, ...]:
    failed = ", ".join(f"{count} x {why}" for why, count in struck.failed.items()) or "none"
    times = (_seconds(struck.answers), _seconds(struck.caught_up))
    return (struck.name, f"{struck.lasted:.1f} s", *times, failed, struck.told)


def _seconds(seconds: float | None) -> str:
    return "not in time" if seconds is None else f"{seconds:.1f} s"


_HEAD = """# {title}

Written by `{{command}}`. {{agents}} agents of {{people}} people, each with a token of its own, worked for
{{minutes:.1f}} minutes: {{pace}}. Of a hundred requests 70 are
`memory_recall`, 20 `memory_remember` or `memory_append` (MCP over HTTP) and 10 `POST /hook/context`, all
through nginx with TLS to two web processes, beside two workers, beat, Redis and Postgres. Agents and all of
these share the machine's processors. A request that failed counts as an error; a failed write is asked for
again with its idempotency key until it is acknowledged.

| | |
| --- | --- |
{{facts}}
"""
_LOAD = (
    _HEAD.format(title="Fifty agents")
    + """
| requests | answered | p50 | p95 |
| --- | --- | --- | --- |
{rows}

The first tenth of the run counts in no percentile.

| | |
| --- | --- |
{books}

Memory in megabytes (PSS, a page that n processes share weighs 1/n in each) when the run began, after a third,
after two thirds and at its end; growth by least squares over the last two thirds. Flat: that line rises by at
most 5 % or 5 MB. Memory that processes share as such is weighed apart: Postgres' buffers fill with the store
up to the {buffers} that they were given.

| process | begin | 1/3 | 2/3 | end | MB a minute | flat |
| --- | --- | --- | --- | --- | --- | --- |
{weights}

{line}
"""
)
_CHAOS = (
    _HEAD.format(title="Fifty agents on a bad day")
    + """
Each fault in turn; what died is started again one second later, as `restart: unless-stopped` does. Seconds
count from when the cause was over: until both web processes were ready and a write went through the proxy
(three times in a row), and until no job was late (due for more than 15 seconds).

| fault | lasted | answers after | caught up after | requests that failed meanwhile | how |
| --- | --- | --- | --- | --- | --- |
{faults}

| requests | answered | p50 | p95 |
| --- | --- | --- | --- |
{rows}

| | |
| --- | --- |
{books}

Processes were started again {restarts} times.

{line}
"""
)
