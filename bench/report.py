"""The figures for people (RESULTS.md) and for programs (one line at the end)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.gate import CLIENTS, PROCESSES, Gate
from bench.hooks import Injections
from bench.ingest import Ingest
from bench.memory import Weight
from bench.queue import AT_ONCE, Queue
from bench.recall import Speed, percentile
from bench.sizes import Sizes
from bench.small import BEST
from bench.starts import Starts

RESULTS = Path(__file__).with_name("RESULTS.md")


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything of one run."""

    sizes: Sizes
    small: Speed
    large: Speed
    hits: int
    ingest: Ingest
    queue: Queue
    injections: Injections
    gate: Gate
    starts: Starts
    weight: Weight

    @property
    def figures(self) -> dict[str, float]:
        """The keys of the RESULT line."""
        growth = percentile(self.large.recalls, 50) / percentile(self.small.recalls, 50)
        return {
            "recall_p50_ratio_10k": round(self.small.ratio, 3),
            "recall_p50_ratio_100k": round(self.large.ratio, 3),
            "recall_growth_100k_over_10k": round(growth, 3),
            "small_workspace_hits": self.hits,
            "ingest_ratio": round(self.ingest.ratio, 3),
            "queue_list_ms": round(self.queue.list_ms, 1),
            "queue_decide_s": round(self.queue.decide_s, 2),
            "hook_p50_ms": round(percentile(self.injections.contexts, 50) * 1_000, 1),
            "hook_p95_ms": round(percentile(self.injections.contexts, 95) * 1_000, 1),
            "hook_p95_ratio": round(self.injections.ratio, 3),
            "gate_cpu_ms": round(self.gate.above_verb_ms, 2),
            **{f"rps_{count}": round(self.gate.per_second[count], 1) for count in PROCESSES},
            "first_start_s": round(self.starts.typical_first, 2),
            "later_start_s": round(self.starts.typical_later, 2),
            "rss_mb": round(self.weight.shared, 1),
        }


def result_line(measured: Measured) -> str:
    return f"RESULT {json.dumps(measured.figures)}"


def page(measured: Measured, *, machine: Mapping[str, str], command: str, seconds: float) -> str:
    facts = "\n".join(f"| {name} | {told} |" for name, told in machine.items())
    rows = "\n".join(f"| {' | '.join(row)} |" for row in _rows(measured))
    return _PAGE.format(
        command=command,
        facts=facts,
        rows=rows,
        minutes=seconds / 60,
        embedded=measured.sizes.embedded,
        questions=measured.sizes.questions,
        parts=", ".join(f"{name} {megabytes:.0f}" for name, megabytes in measured.weight.parts.items()),
        summed=measured.weight.summed,
        at_once=CLIENTS,
        with_hits=measured.injections.with_hits,
        line=result_line(measured),
    )


def _rows(measured: Measured) -> list[tuple[str, str, str]]:
    figures, sizes = measured.figures, measured.sizes
    growth = figures["recall_growth_100k_over_10k"]
    speeds = [(sizes.small, measured.small), (sizes.large, measured.large)]
    return [
        *(row for count, speed in speeds for row in _speed_rows(count, speed)),
        (f"recall p50 at {sizes.large:,} against {sizes.small:,}", f"{growth:.2f} times", "at most 1.5"),
        (f"best {BEST} found in a workspace of 10", f"{measured.hits} at the fewest", f"{BEST}, always"),
        ("bulk ingest against the embedder alone", _ingest(measured.ingest), "at least 0.5"),
        *_queue_rows(measured.queue),
        *_hook_rows(measured.injections),
        *_gate_rows(measured.gate),
        ("first start until ready", _seconds(measured.starts.first), "under 10 s"),
        ("later start until ready", _seconds(measured.starts.later), "under 4 s"),
        ("resident memory after use, databases included", f"{measured.weight.shared:.0f} MB", "under 700 MB"),
    ]


def _queue_rows(queue: Queue) -> list[tuple[str, str, str]]:
    listed = f"{queue.list_ms:.0f} ms in {queue.statements} statements"
    return [
        (f"list of a queue of {queue.waiting}, in the browser's server", listed, "under 150 ms"),
        (f"{AT_ONCE} decisions at once", f"{queue.decide_s:.2f} s", "under 3 s"),
    ]


def _hook_rows(injections: Injections) -> list[tuple[str, str, str]]:
    return [
        ("a prompt's context over HTTP, p50 / p95", _milliseconds(injections.contexts), ""),
        ("a recall over HTTP, p50 / p95", _milliseconds(injections.recalls), ""),
        ("context p95 against recall p95", f"{injections.ratio:.2f} times", "at most 2"),
    ]


def _gate_rows(gate: Gate) -> list[tuple[str, str, str]]:
    whole, verb = median(gate.calls), median(gate.verbs)
    told = f"{gate.above_verb_ms:.2f} ms ({whole:.2f} less {verb:.2f})"
    loads = [
        (f"authenticated tools/call a second, {count} {_processes(count)}", f"{found:.0f}", "")
        for count, found in gate.per_second.items()
    ]
    return [("processor time of a tools/call above its verb's", told, "at most 1.5 ms"), *loads]


def _processes(count: int) -> str:
    return "1 process" if count == 1 else f"{count} processes"


def _speed_rows(count: int, speed: Speed) -> list[tuple[str, str, str]]:
    return [
        (f"recall at {count:,}, p50 / p95", _milliseconds(speed.recalls), ""),
        (f"its floor at {count:,}, p50 / p95", _milliseconds(speed.floors), ""),
        (f"recall p50 against its floor at {count:,}", f"{speed.ratio:.2f} times", "at most 1.5"),
    ]


def _milliseconds(seconds: Sequence[float]) -> str:
    return " / ".join(f"{percentile(seconds, share) * 1_000:.1f} ms" for share in (50, 95))


def _ingest(ingest: Ingest) -> str:
    mine, alone = median(ingest.written), median(ingest.embedded)
    return f"{ingest.ratio:.2f} ({mine:.0f} against {alone:.0f} texts/s)"


def _seconds(starts: Sequence[float]) -> str:
    return ", ".join(f"{seconds:.1f} s" for seconds in starts)


_PAGE = """# Measured speed

Written by `{command}` in {minutes:.1f} minutes. Ratios are measured within the run and mean more than
milliseconds, which belong to the machine and to what else it was doing.

| | |
| --- | --- |
{facts}

| what | measured | target |
| --- | --- | --- |
{rows}

- **Recall** goes through its public verb; {questions} questions at each size, none asked before. Its
  **floor** is one embedding of the question and one bare SQL for the same candidates (`bench/floor.sql`,
  frozen), measured in turn with it, on the same connection, as the application's role under row-level
  security.
- **The store** has texts whose words follow Zipf's law, one in twenty of them long. {embedded:,} have real
  vectors, the others the vector of a text on their topic, turned by a random angle: embedding them all would
  take longer than the bench may. Rows are put down by COPY; then words are counted as the product does it,
  and statistics are taken as autovacuum does.
- **The workspace of ten** lies in the larger store. Its best are found by scoring all its passages, searching
  nothing.
- **Bulk ingest** counts from the call of the verb until every text is found by its meaning, in the larger
  store; the embedder alone makes the vectors of the same passages.
- **The queue** is the review list of the admin as its server makes it, and a hundred proposals approved or
  rejected at once, by the verb that the pages and the API call.
- **A prompt's context** is `POST /hook/context` from the request to its answer, on the larger store with
  three standing rules, each prompt in a session of its own; {with_hits} held a memory (the gate is lowered to
  0.2 for these texts). The recall is of the same question through the same server, in turn with it. The time
  that node takes to start is in neither.
- **An authenticated tools/call** is one of `memory_workspaces`, the tool whose verb does least, over HTTP
  with a personal token that was looked up before. Its processor time is that of the server's process (not the
  databases'), in rounds taken in turn with rounds of the same verb called directly; the medians are compared.
  In a second: {at_once} clients that call without a pause, beside the server and Postgres.
- **Starts** are `manage.py up` until `/health/ready` answers 200; the first in a home that did not exist.
- **Memory** is the sum over all processes with shared pages counted once (PSS), the server running on the
  larger store: {parts} MB. Counted in every process that maps them (RSS) it is {summed:.0f} MB.

{line}
"""
