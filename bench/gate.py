"""What the way from the socket to a verb and back costs: the processor time of the server for an
authenticated tools/call, less that of the verb alone; and how many such calls it answers in a second.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

from bench.server import Server, processes
from bench.wire import Wire
from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.services.workspaces import list_places
from oauth.models import User
from oauth.services.tokens import issue_token

TOOL = "memory_workspaces"
"""The tool whose verb does least, so that what is around it stands out."""
CLIENTS = 8
"""Clients that call without a pause when calls in a second are counted."""
PROCESSES = (1, 2)


@dataclass(frozen=True, slots=True)
class Gate:
    """Milliseconds of processor time for each round, a call's and the verb's own; answers in a second by how
    many processes served.
    """

    calls: Sequence[float]
    verbs: Sequence[float]
    per_second: dict[int, float]

    @property
    def above_verb_ms(self) -> float:
        return median(self.calls) - median(self.verbs)


def bearer_of(user_id: int) -> str:
    """A token that may read, made before the server is started."""
    return issue_token(User.objects.get(pk=user_id), name="bench gate", permissions=[Permission.READ])


def measure(home: Path, actor: Actor, *, bearer: str, rounds: int, calls: int, seconds: float) -> Gate:
    """So many rounds of so many calls, the verb's in turn with the server's; then load for some seconds."""
    served: list[float] = []
    alone: list[float] = []
    per_second: dict[int, float] = {}
    for count in PROCESSES:
        with processes(home, count) as running:
            _warm(running, bearer, count)
            if count == 1:
                with Wire(running.url, bearer=bearer, tool=TOOL) as wire:
                    for _ in range(rounds):
                        served.append(_of_server(running, wire, calls))
                        alone.append(_of_verb(actor, calls))
            per_second[count] = _answers_in_a_second(running, bearer, seconds)
    return Gate(served, alone, per_second)


def _warm(running: Server, bearer: str, count: int) -> None:
    """Every process has looked the token up and opened its connections."""
    with ThreadPoolExecutor(CLIENTS * count) as clients:
        list(clients.map(lambda _: _calls(running, bearer, 20), range(CLIENTS * count)))


def _calls(running: Server, bearer: str, calls: int) -> None:
    with Wire(running.url, bearer=bearer, tool=TOOL) as wire:
        for _ in range(calls):
            wire.call()


def _of_server(running: Server, wire: Wire, calls: int) -> float:
    """Milliseconds of the server's processor time for each of some calls."""
    before = _processor_time(running)
    for _ in range(calls):
        wire.call()
    return (_processor_time(running) - before) / calls * 1_000


def _of_verb(actor: Actor, calls: int) -> float:
    """The same for the verb alone, as the tool calls it, here."""
    before = time.process_time()
    for _ in range(calls):
        with access.acting(actor):
            list_places(actor)
    return (time.process_time() - before) / calls * 1_000


def _processor_time(running: Server) -> float:
    times = psutil.Process(running.process.pid).cpu_times()
    return float(times.user + times.system)


def _answers_in_a_second(running: Server, bearer: str, seconds: float) -> float:
    """CLIENTS clients, each with a connection of its own, as fast as they are answered."""
    end = time.monotonic() + seconds

    def until_the_end(_: int) -> int:
        count = 0
        with Wire(running.url, bearer=bearer, tool=TOOL) as wire:
            while time.monotonic() < end:
                wire.call()
                count += 1
        return count

    start = time.monotonic()
    with ThreadPoolExecutor(CLIENTS) as clients:
        answered = sum(clients.map(until_the_end, range(CLIENTS)))
    return answered / (time.monotonic() - start)
