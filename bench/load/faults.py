"""What can go wrong, one function each: it strikes, and returns when the cause is over. What then heals by
itself is not its to mend.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psutil
import redis

from bench.load.field import Field, volume
from bench.load.models import models
from tests.deployment.rolling import replaced

OUTAGE_SECONDS: Final = 8.0
FULL_SECONDS: Final = 8.0
JUMPED_SECONDS: Final = 10.0
SLOW_SECONDS: Final = 12.0
SLOW_ANSWER: Final = 8.0
READY_SECONDS: Final = 60.0
QUEUED: Final = 10_000
BALLAST_BYTES: Final = 4 * 1024 * 1024
JUMP: Final = "+2h", "-2h"
FAKETIME: Final = "/usr/lib/*/faketime/libfaketimeMT.so.1"
OURS: Final = ("web-1", "web-2", "worker-1", "worker-2")
JUMPING: Final = ("web-1", "worker-1")

Strike = Callable[[Field], None]


class NotHere(Exception):
    """The fault cannot be made on this machine; the text says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`most`: seconds that healing may take; `piles_up`: it has healed when the pile of jobs is gone."""

    name: str
    strike: Strike
    most: float = 90.0
    piles_up: bool = False


def killed(name: str) -> Strike:
    """kill -9, what it started included, as when a container dies; the keeper starts it again."""

    def strike(field: Field) -> None:
        process = field.stack.processes[name]
        family = [*psutil.Process(process.pid).children(recursive=True), process]
        for member in reversed(family):
            with suppress(psutil.NoSuchProcess):
                member.kill()
        process.wait()

    return strike


def backend_killed(field: Field) -> None:
    """kill -9 of one connection: Postgres ends all others and recovers."""
    os.kill(field.backend(), signal.SIGKILL)


def postgres_killed(field: Field) -> None:
    """kill -9 of Postgres itself."""
    os.kill(field.postgres, signal.SIGKILL)


def postgres_restarted(field: Field) -> None:
    """A fast shutdown, as an upgrade brings it; its keeper starts it again."""
    before = field.postgres
    os.kill(before, signal.SIGINT)
    until = time.monotonic() + READY_SECONDS
    while psutil.pid_exists(before) and time.monotonic() < until:
        time.sleep(0.1)


def redis_flushed(field: Field) -> None:
    """FLUSHALL: knocks and counters are gone."""
    with redis.Redis(port=_redis_port(field)) as client:
        client.flushall()


def redis_away(field: Field) -> None:
    """Nobody listens at its port for a while."""
    with field.keeper.holding("redis"):
        field.stack.kill("redis")
        time.sleep(OUTAGE_SECONDS)


def redis_hangs(field: Field) -> None:
    """It takes connections and answers nothing for a while."""
    field.signal("redis", signal.SIGSTOP)
    try:
        time.sleep(OUTAGE_SECONDS)
    finally:
        field.signal("redis", signal.SIGCONT)


def _redis_port(field: Field) -> int:
    return int(urlsplit(field.stack.environment["CONTINUUM_BROKER_URL"]).port or 0)


def disk_full(field: Field) -> None:
    """Not a byte is free on the volume of the database and of the data folder for a while."""
    home = volume(field.stack.folder)
    if not home.is_mount():
        raise NotHere("no volume of its own could be mounted (that takes root)")
    ballast = home / "ballast"
    try:
        until = time.monotonic() + FULL_SECONDS
        while time.monotonic() < until:
            _fill(ballast)
            time.sleep(0.2)
    finally:
        ballast.unlink(missing_ok=True)
    field.said.append("a tmpfs of its own, filled to the last byte")


def _fill(ballast: Path) -> None:
    with ballast.open("ab", buffering=0) as file:
        for size in (BALLAST_BYTES, 4096, 1):
            with suppress_full():
                while True:
                    file.write(b"\0" * size)


@contextmanager
def suppress_full() -> Iterator[None]:
    """Pass over ENOSPC alone."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


def clock_jumps(field: Field) -> None:
    """The clocks of a web process and a worker jump two hours on, then two hours back, then are right again;
    those of the others stay as they are.
    """
    found = sorted(Path("/").glob(FAKETIME.lstrip("/")))
    if not found:
        raise NotHere("libfaketime is not installed (on Debian: apt install faketime)")
    clock = field.stack.folder / "clock"
    clock.write_text("+0\n")
    clock.chmod(0o644)
    faking = {
        "LD_PRELOAD": str(found[0]),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    rolled(field, faking, names=JUMPING)
    try:
        for jump in (*JUMP, "+0"):
            clock.write_text(f"{jump}\n")
            time.sleep(JUMPED_SECONDS)
    finally:
        rolled(field, {"LD_PRELOAD": ""}, names=JUMPING)
    field.said.append("libfaketime before one web process and one worker; all others kept their time")


def models_fail(field: Field) -> None:
    """The servers of the embedding model and of the language model become slow, then nobody is there."""
    with models() as server:
        chosen = {"CONTINUUM_EMBEDDING": f"openai:words@{server.url}"}
        if importlib.util.find_spec("litellm") and importlib.util.find_spec("instructor"):
            chosen |= {
                "CONTINUUM_EXTRACTION_MODEL": "openai/words",
                "CONTINUUM_EXTRACTION_BASE_URL": server.url,
                "CONTINUUM_EXTRACTION_API_KEY": "none",
            }
        else:
            field.said.append("without the language model: litellm is not installed here")
        before = {name: field.stack.environment.get(name, "") for name in chosen}
        rolled(field, chosen)
        time.sleep(SLOW_SECONDS)
        server.after = SLOW_ANSWER
        time.sleep(SLOW_SECONDS)
        field.said.append(f"they were asked {server.asked} times")
    time.sleep(SLOW_SECONDS)
    rolled(field, {**before, "CONTINUUM_EMBEDDING": before["CONTINUUM_EMBEDDING"] or "onnx:all-MiniLM-L6-v2"})


def rolled(field: Field, other: dict[str, str], *, names: Sequence[str] = OURS) -> None:
    """End our processes one after the other and start them anew in another environment."""
    for name in names:
        with field.keeper.holding(name):
            if name.startswith("web"):
                replaced(field.stack, name, field.stack.webs[int(name[-1]) - 1], **other)
            else:
                field.stack.end(name)
                field.stack.again(name, **other)


def many_jobs(field: Field) -> None:
    """Ten thousand jobs at once, of every workspace."""
    field.run_sql(
        """
        INSERT INTO memories_job (id, workspace_id, step, revision_id, state, attempts, error)
        SELECT gen_random_uuid(), r.workspace_id, 'index', r.id, 'waiting', 0, ''
        FROM (SELECT id, workspace_id FROM memories_revision WHERE status = 'active' LIMIT 500) r,
             generate_series(1, 1 + %s / greatest(1, (
                SELECT least(500, count(*)) FROM memories_revision WHERE status = 'active')))
        LIMIT %s""",
        [QUEUED, QUEUED],
    )


FAULTS: Final = (
    *(Fault(f"kill -9 {name}", killed(name)) for name in ("web-1", "web-2", "worker-1", "beat", "nginx")),
    Fault("kill -9 redis", killed("redis")),
    Fault("kill -9 a connection of Postgres", backend_killed),
    Fault("kill -9 postgres", postgres_killed),
    Fault("restart of Postgres", postgres_restarted),
    Fault("FLUSHALL of Redis", redis_flushed),
    Fault("Redis away", redis_away),
    Fault("Redis hangs", redis_hangs),
    Fault("disk full", disk_full),
    Fault("clocks jump", clock_jumps),
    Fault("models slow, then dead", models_fail),
    Fault("10,000 queued jobs", many_jobs, most=300.0, piles_up=True),
)
TINY: Final = ("kill -9 web-1", "kill -9 a connection of Postgres", "Redis away", "kill -9 worker-1")
