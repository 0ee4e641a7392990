"""`python -m tests.mutants [WORD]`: takes every guard away, one by one, and sees whether its test misses it.

Exits 1 when a mutant survives, when a guard is no longer where it was, or when a test fails by itself.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.bench import Bench, Outcome
from tests.mutants.mutant import Mutant, Stale, every_mutant

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """`killed`: every named test failed without the guard. `why` says which did, or which did not."""

    mutant: Mutant
    killed: bool
    why: str = ""


def main(words: Sequence[str]) -> int:
    mutants = [each for each in every_mutant() if all(word in f"{each.name} {each.file}" for word in words)]
    stale = [*_stale(mutants)]
    print(*stale, sep="\n", end="\n" if stale else "")
    with ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="continuum-mutants-"))
        benches = [stack.enter_context(Bench(ROOT, Path(place) / str(n))) for n in range(WORKERS)]
        broken = [] if stale else _failing_by_themselves(benches[0], mutants)
        print(*broken, sep="\n", end="\n" if broken else "")
        verdicts = [] if stale or broken else [*_tried(benches, mutants)]
    survived = [each for each in verdicts if not each.killed]
    killed = len(verdicts) - len(survived)
    print(f"RESULT {json.dumps({'mutants': len(mutants), 'killed': killed, 'survived': len(survived)})}")
    return 1 if stale or broken or survived or not mutants else 0


def _stale(mutants: Sequence[Mutant]) -> Iterator[str]:
    for mutant in mutants:
        try:
            mutant.applied(ROOT)
        except Stale as error:
            yield f"STALE {error}"


def _failing_by_themselves(bench: Bench, mutants: Sequence[Mutant]) -> list[str]:
    """The tests that fail while every guard is there: they would tell nothing."""
    outcome = bench.run(sorted({test for mutant in mutants for test in mutant.tests}))
    return [f"FAILS ANYWAY {each}" for each in (*sorted(outcome.failed), outcome.trouble) if each]


def _tried(benches: Sequence[Bench], mutants: Sequence[Mutant]) -> Iterator[Verdict]:
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        free.put(bench)

    def tried(mutant: Mutant) -> Verdict:
        bench = free.get()
        try:
            return _verdict(mutant, bench.try_out(mutant))
        finally:
            free.put(bench)

    with ThreadPoolExecutor(len(benches)) as pool:
        for verdict in pool.map(tried, mutants):
            said = "killed  " if verdict.killed else "SURVIVED"
            print(f"{said} {verdict.mutant.name}{verdict.why and f': {verdict.why}'}", flush=True)
            yield verdict


def _verdict(mutant: Mutant, outcome: Outcome) -> Verdict:
    if outcome.trouble:
        return Verdict(mutant, killed=False, why=outcome.trouble)
    missed = outcome.misses(mutant.tests)
    return Verdict(mutant, not missed, ", ".join(missed or sorted(outcome.failed)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
