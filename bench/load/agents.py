"""Agents that work until they are told to stop: of a hundred requests 70 recall, 20 write, 10 are hooks.

A write that failed is asked for again with the same idempotency key until it is acknowledged, as agents and
their libraries do; every failure is counted all the same.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bench.corpus import TOPICS, Corpus
from bench.load.ledger import HOOK, RECALL, REMEMBER, Ledger
from bench.load.wire import Failed, Line

SHARES = {RECALL: 70, REMEMBER: 20, HOOK: 10}
APPENDED_SHARE = 0.4  # of the writes: a line more in a journal, where a line written twice would be seen
JOURNAL_LINES = 20
RETRY_SECONDS = 0.5
HOPELESS = ("SECRET_REFUSED", "VALIDATION_ERROR", "EXCLUDED", "FORBIDDEN")  # asking again brings nothing else
LAST_TRIES_SECONDS = 60.0
RECALLED = 5
KEPT_STATUSES = {"stored", "proposed"}


class Texts:
    """Texts and questions for all agents together."""

    def __init__(self, *, seed: int) -> None:
        self._corpus = Corpus(seed=seed)
        self._lock = threading.Lock()

    def text(self, mark: str, topic: int) -> str:
        with self._lock:
            return f"{self._corpus.text(topic=topic)} This is {mark}."

    def question(self, topic: int) -> str:
        with self._lock:
            return self._corpus.question(topic=topic)


@dataclass(frozen=True, slots=True)
class Pace:
    """`every`: seconds between two requests of one agent; 0 stands for as fast as answers come."""

    every: float = 0.0


class Agent(threading.Thread):
    """One agent with its own token, connection and dice."""

    def __init__(
        self, number: int, line: Line, *, ledger: Ledger, texts: Texts, pace: Pace, run: str
    ) -> None:
        super().__init__(name=f"agent-{number}", daemon=True)
        self._number, self._run = number, run
        self._line, self._ledger, self._texts, self._pace = line, ledger, texts, pace
        self._dice = random.Random(number)
        self._ended = threading.Event()
        self._writes = self._lines = 0

    def end(self) -> None:
        """Finish what is at hand; a write that is not acknowledged yet gets its last tries."""
        self._ended.set()

    def run(self) -> None:
        kinds, weights = list(SHARES), list(SHARES.values())
        due = time.monotonic() + self._dice.random() * (self._pace.every or 1.0)
        while not self._ended.wait(max(0.0, due - time.monotonic())):
            kind = self._dice.choices(kinds, weights)[0]
            began = due if self._pace.every else time.monotonic()
            self._take(kind, began=began)
            due = max(due + self._pace.every, time.monotonic() - 10 * self._pace.every)
        self._line.close()

    def _take(self, kind: str, *, began: float) -> None:
        topic = self._dice.randrange(TOPICS)
        if kind == REMEMBER:
            self._write(topic, began)
            return
        try:
            if kind == RECALL:
                self._line.call("memory_recall", {"query": self._texts.question(topic), "limit": RECALLED})
            else:
                self._hook(topic)
        except Failed as failed:
            self._ledger.refuse(kind, why=failed.kind)
            self._ended.wait(RETRY_SECONDS)
        else:
            self._ledger.answer(kind, seconds=time.monotonic() - began)

    def _hook(self, topic: int) -> None:
        session = f"{self._run}-{self._number}"
        self._line.post("/hook/context", {"prompt": self._texts.question(topic), "session_id": session})

    def _write(self, topic: int, began: float) -> None:
        self._writes += 1
        mark = f"entry {self._writes} of agent {self._number} in run {self._run}"
        tool, arguments = self._asked(mark, topic)
        self._ledger.intend(mark)
        until: float | None = None
        while True:
            try:
                self._acknowledged(self._line.call(tool, arguments), mark)
            except Failed as failed:
                self._ledger.refuse(REMEMBER, why=failed.kind)
                if failed.kind in HOPELESS:
                    return
            else:
                self._ledger.answer(REMEMBER, seconds=time.monotonic() - began)
                return
            if self._ended.wait(RETRY_SECONDS):
                until = until or time.monotonic() + LAST_TRIES_SECONDS
                if time.monotonic() > until:
                    return
                time.sleep(RETRY_SECONDS)
            began = time.monotonic()

    def _acknowledged(self, answer: Mapping[str, str], mark: str) -> None:
        if answer["status"] not in KEPT_STATUSES and not answer.get("duplicate"):
            raise Failed(f"answered {answer['status']}")
        self._ledger.acknowledge(mark)

    def _asked(self, mark: str, topic: int) -> tuple[str, dict[str, str]]:
        """The tool and its arguments: a text of its own, or a line more in this agent's journal."""
        asked = {"content": self._texts.text(mark, topic), "idempotency_key": mark}
        if self._dice.random() >= APPENDED_SHARE:
            return "memory_remember", asked
        place = self._lines
        self._lines += 1
        asked["name"] = f"journal {self._run} {self._number} {place // JOURNAL_LINES}"
        return ("memory_append" if place % JOURNAL_LINES else "memory_remember"), asked


@contextmanager
def working(
    url: str,
    bearers: Sequence[Mapping[str, str]],
    *,
    trusted: str,
    ledger: Ledger,
    texts: Texts,
    every: float,
    run: str,
) -> Iterator[list[Agent]]:
    """All agents at work while the block runs; at its end each finishes what it has begun."""
    agents = [
        Agent(
            number,
            Line(url, bearer=who["bearer"], trusted=trusted),
            ledger=ledger,
            texts=texts,
            pace=Pace(every),
            run=run,
        )
        for number, who in enumerate(bearers)
    ]
    for agent in agents:
        agent.start()
    try:
        yield agents
    finally:
        for agent in agents:
            agent.end()
        for agent in agents:
            agent.join()
