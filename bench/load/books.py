"""What the database holds of what agents were told: every acknowledged write once, and none twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg

from bench.load.ledger import Ledger

_MARK = re.compile(r"entry \d+ of agent \d+ in run \d+")
_TEXTS = "SELECT content FROM memories_revision WHERE status IN ('active', 'proposed') AND content LIKE %s"
_DUE = "SELECT count(*) FROM memories_job WHERE state = 'waiting' AND run_after <= now()"
_JOBS = "SELECT state, count(*) FROM memories_job GROUP BY state"


@dataclass(frozen=True, slots=True)
class Books:
    """`unasked`: written although the agent was never told so, which is allowed; `jobs`: what is left, by
    state.
    """

    acknowledged: int
    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    unasked: int
    jobs: dict[str, int]


@contextmanager
def owner(address: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A connection of the tables' owner, whom no policy hides rows from."""
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def audit(address: str, ledger: Ledger, *, run: str) -> Books:
    """Compare the ledger with the live texts of this run."""
    with owner(address) as connection:
        found = marks(text for (text,) in connection.execute(_TEXTS, [f"% in run {run}%"]))
        jobs = {str(state): int(str(count)) for state, count in connection.execute(_JOBS)}
    told = ledger.acknowledged
    return Books(
        acknowledged=len(told),
        lost=tuple(mark for mark in told if not found[mark]),
        doubled=tuple(mark for mark, count in found.items() if count > 1),
        unasked=len(found.keys() - set(told)),
        jobs=jobs,
    )


def marks(texts: Iterable[object]) -> Counter[str]:
    """How often each mark stands in the texts."""
    return Counter(mark for text in texts for mark in _MARK.findall(str(text)))


def due_jobs(address: str) -> int:
    """How many jobs somebody could take, or has taken."""
    with owner(address) as connection:
        row = connection.execute(_DUE).fetchone()
    return int(str(row[0])) if row else 0
