"""How much is measured: in full, in a hurry, or just enough to see that the bench itself works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """`small` and `large` are memories in the one big workspace; `texts` is what bulk ingest writes.

    `embedded` texts get real vectors, the rest vectors derived from those (see bench.store). `questions`
    are asked at each size, after `warm_up` others; `small_questions` in the workspace of ten. `starts` are
    repeated so often. `gate_rounds` rounds of `gate_calls` calls are counted, then `gate_seconds` of load.
    `used` recalls and writes go through the server before its memory is weighed.
    """

    small: int
    large: int
    embedded: int
    questions: int
    warm_up: int
    small_questions: int
    texts: int
    proposals: int
    lists: int
    gate_rounds: int
    gate_calls: int
    gate_seconds: float
    starts: int
    used: int


FULL = Sizes(
    small=10_000,
    large=100_000,
    embedded=2_000,
    questions=300,
    warm_up=50,
    small_questions=200,
    texts=2_000,
    proposals=500,
    lists=20,
    gate_rounds=15,
    gate_calls=200,
    gate_seconds=5.0,
    starts=3,
    used=300,
)
QUICK = Sizes(
    small=1_000,
    large=5_000,
    embedded=400,
    questions=40,
    warm_up=10,
    small_questions=30,
    texts=200,
    proposals=200,
    lists=5,
    gate_rounds=6,
    gate_calls=100,
    gate_seconds=2.0,
    starts=1,
    used=40,
)
TINY = Sizes(
    small=60,
    large=150,
    embedded=40,
    questions=5,
    warm_up=2,
    small_questions=5,
    texts=20,
    proposals=120,
    lists=2,
    gate_rounds=2,
    gate_calls=20,
    gate_seconds=0.5,
    starts=1,
    used=5,
)
