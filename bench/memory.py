"""What the whole local profile takes of the machine's memory after some use: the server with its model,
worker and beat, the guardian, Postgres with all its processes, and Valkey.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from bench.corpus import TOPICS, Corpus
from bench.server import Server, server
from bench.store import BIG
from continuum.embedded import supervisor
from continuum.embedded.paths import Home

MEGABYTE = 1024 * 1024
TEXTS_IN_BULK = 50


@dataclass(frozen=True, slots=True)
class Weight:
    """Megabytes: `shared` counts every page once (PSS: a page of n processes weighs 1/n in each), `summed`
    counts it in each process that has it (RSS). `parts` are of `shared`, by program.
    """

    shared: float
    summed: float
    parts: dict[str, float]


def measure(home: Path, corpus: Corpus, *, uses: int) -> Weight:
    """Start the server on a filled home, recall and write through its API, then weigh it."""
    with server(home) as running:
        with running.client() as client:
            for place in range(uses):
                _use(client, corpus, topic=place % TOPICS)
            _use_in_bulk(client, corpus)
        return _weigh(running)


def _use(client: httpx.Client, corpus: Corpus, *, topic: int) -> None:
    asked = {"query": corpus.question(topic=topic), "workspace": BIG}
    client.post("recall", json=asked).raise_for_status()
    written = {"content": corpus.text(topic=topic)}
    client.post("memories", json=written).raise_for_status()


def _use_in_bulk(client: httpx.Client, corpus: Corpus) -> None:
    items = [{"content": corpus.text(topic=place % TOPICS)} for place in range(TEXTS_IN_BULK)]
    client.post("memories/bulk", json={"items": items}).raise_for_status()


def _weigh(running: Server) -> Weight:
    status = supervisor.status(Home(running.home))
    if status is None or status.postgres is None:
        raise RuntimeError("The services of the server are not running.")
    roots = {"server": running.process.pid, "guardian": status.guardian, "postgres": status.postgres}
    if status.valkey is not None:
        roots["valkey"] = status.valkey
    families = {name: _family(pid, besides=set(roots.values()) - {pid}) for name, pid in roots.items()}
    parts = {name: sum(_proportional(process) for process in family) for name, family in families.items()}
    summed = sum(process.memory_info().rss for family in families.values() for process in family)
    return Weight(shared=sum(parts.values()), summed=summed / MEGABYTE, parts=parts)


def _family(pid: int, *, besides: Set[int]) -> list[psutil.Process]:
    """The process and all that it started, but for those processes and what they started."""
    process = psutil.Process(pid)
    children = [child for child in process.children() if child.pid not in besides]
    return [process, *(each for child in children for each in _family(child.pid, besides=besides))]


def _proportional(process: psutil.Process) -> float:
    return float(process.memory_full_info().pss) / MEGABYTE
