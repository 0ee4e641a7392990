"""One run, in a home of its own that bench.__main__ made and takes away again."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.test import Client  # noqa: E402

from bench import machine  # noqa: E402
from bench.corpus import TOPICS, Corpus  # noqa: E402
from bench.pages.furnishing import furnish  # noqa: E402
from bench.pages.listed import PAGES  # noqa: E402
from bench.recall import percentile  # noqa: E402
from bench.store import BIG, Store  # noqa: E402
from continuum.collecting import leave_out_what_is_loaded  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402
from oauth.models import User  # noqa: E402

MEMORIES, EMBEDDED = 100_000, 1_000
TIMES, WARM_UP = 40, 3
MOST_MS = 150
PAGE = Path(__file__).parents[1] / "PAGES.md"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of every call of a page, and the statements that it sends, as many and as different."""

    name: str
    seconds: Sequence[float]
    statements: int
    slowest: str

    def ms(self, share: float) -> float:
        return round(percentile(self.seconds, share) * 1_000, 1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description="What pages cost the server.")
    parser.add_argument("--memories", type=int, default=MEMORIES, help="how many")
    parser.add_argument("--times", type=int, default=TIMES, help="calls of each page")
    parser.add_argument("--only", default="", help="pages whose names begin like this")
    parser.add_argument("--slowest", action="store_true", help="print each page's slowest statement")
    asked = parser.parse_args()
    begin = time.perf_counter()

    def say(sentence: str) -> None:
        print(f"{time.perf_counter() - begin:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    with supervisor.running(settings.CONTINUUM_HOME, durability="safe"):
        measured = measure(asked.memories, times=asked.times, only=asked.only, say=say)
        told = page(measured, asked.memories, machine.facts(), minutes=(time.perf_counter() - begin) / 60)
    if asked.memories == MEMORIES and not asked.only:
        PAGE.write_text(told)
    print(told.rstrip())
    if asked.slowest:
        print("\n\n".join(f"{one.name}: {one.slowest}" for one in measured))


def measure(memories: int, *, times: int, only: str = "", say: Say) -> list[Measured]:
    """Fill a store, then call every page in turn, so that what else the machine does meets all of them."""
    say(f"Filling {memories:,} memories")
    store = Store(embedded=min(EMBEDDED, memories))
    store.grow(memories)
    say("Their past")
    furnish(store, memories=memories)
    browser, addresses = _browser(store), _addresses(store, only)
    say(f"Asking for {len(addresses)} pages")
    seconds: dict[str, list[float]] = {name: [] for name in addresses}
    questions = Corpus(seed=4)
    for place in range(WARM_UP + times):
        if place == WARM_UP:
            leave_out_what_is_loaded()  # as every web process does
        question = quote_plus(questions.question(topic=place % TOPICS))
        for name, address in addresses.items():
            seconds[name].append(_asked(browser, address.replace("{question}", question)))
    return [
        Measured(name, seconds[name][WARM_UP:], *_watched(browser, address))
        for name, address in addresses.items()
    ]


def _browser(store: Store) -> Client:
    browser = Client(SERVER_NAME="localhost", HTTP_USER_AGENT="bench")
    browser.force_login(User.objects.get(pk=store.actor.user_id))
    return browser


def _addresses(store: Store, only: str) -> dict[str, str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT memory.name FROM memories_memory AS memory JOIN memories_revision AS revision"
            " ON revision.memory_id = memory.id WHERE memory.workspace_id = %s AND archived_at IS NULL"
            " AND sensitivity = 'public' GROUP BY memory.id ORDER BY count(*) DESC, memory.id LIMIT 2",
            [store.actor.workspaces[BIG]],
        )
        (changed,), (name,) = cursor.fetchall()
    filled = {
        each: told.replace("{name}", name).replace("{changed}", changed) for each, told in PAGES.items()
    }
    return {each: told for each, told in filled.items() if each.startswith(only)}


def _asked(browser: Client, address: str) -> float:
    start = time.perf_counter()
    answer = browser.get(address)
    taken = time.perf_counter() - start
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code}.")
    return taken


def _watched(browser: Client, address: str) -> tuple[int, str]:
    """How many statements one call sends, and the one that takes longest."""
    sent: list[tuple[float, str]] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            sent.append((time.perf_counter() - start, sql))

    with connection.execute_wrapper(watch):
        _asked(browser, address.replace("{question}", "weather+report"))
    longest, sql = max(sent)
    return len(sent), f"{longest * 1_000:.1f} ms {sql}"


def page(measured: Sequence[Measured], memories: int, facts: Mapping[str, str], *, minutes: float) -> str:
    rows = [f"| {one.name} | {one.ms(50)} | {one.ms(95)} | {one.statements} |" for one in measured]
    slow = [one.name for one in measured if one.ms(95) >= MOST_MS]
    line = {one.name: one.ms(95) for one in measured}
    return _PAGE.format(
        memories=memories,
        minutes=minutes,
        facts="\n".join(f"| {name} | {told} |" for name, told in facts.items()),
        rows="\n".join(rows),
        most=MOST_MS,
        slow=", ".join(slow) or "none",
        line=json.dumps(line),
    )


_PAGE = """# What pages cost the server, at {memories:,} memories

Written by `make bench-pages` in {minutes:.1f} minutes. Times are those of the server alone, from the request
to the whole answer with all of its middleware, in one process; the pages are asked for in turn. The workspace
has as many rows of activity, twice as many events, things, claims, links and earlier versions beside its
memories, and a queue of proposals (`bench/pages/furnish.sql`).

| | |
| --- | --- |
{facts}

| page | p50, ms | p95, ms | statements |
| --- | --- | --- | --- |
{rows}

Over {most} ms at p95: {slow}.

RESULT {line}
"""


if __name__ == "__main__":
    main()
