"""Recall through its verb against its floor, question by question, so that whatever else the machine
does meets both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from bench.corpus import TOPICS, Corpus
from bench.floor import floor
from bench.store import BIG
from continuum.kernel.actor import Actor
from memories import access
from memories.recall.recall import recall

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds for each question: through the verb, and for its floor. `answers` is what the verb found
    on average.
    """

    recalls: Sequence[float]
    floors: Sequence[float]
    answers: float

    @property
    def ratio(self) -> float:
        """Median against median."""
        return percentile(self.recalls, 50) / percentile(self.floors, 50)


def percentile(seconds: Sequence[float], share: float) -> float:
    return float(np.percentile(seconds, share))


def measure(actor: Actor, corpus: Corpus, *, questions: int, warm_up: int) -> Speed:
    """Ask questions in the big workspace, each of them both ways; which way comes first alternates."""
    pairs, answers = [], []
    with access.acting(actor):
        where = access.reading_ids(actor, BIG)
        for place in range(warm_up + questions):
            question = corpus.question(topic=place % TOPICS)
            through_verb = partial(recall, actor, query=question, workspace=BIG)
            bare = partial(floor, question, where)
            if place % 2:
                (taken, found), (least, _) = _timed(through_verb), _timed(bare)
            else:
                (least, _), (taken, found) = _timed(bare), _timed(through_verb)
            pairs.append((taken, least))
            answers.append(len(found.memories))
    recalls, floors = zip(*pairs[warm_up:], strict=True)
    return Speed(recalls, floors, float(np.mean(answers[warm_up:])))


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result
