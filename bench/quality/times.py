"""How long it takes to keep texts and to answer, at three sizes: the product with and without embedding, and
peers, to which vectors are given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import numpy as np

from bench.corpus import TOPICS, Corpus
from bench.quality.given import Given, in_place_of_the_embedder
from bench.quality.locomo import Conversation, Turn
from bench.quality.measures import DEPTH
from bench.quality.ours import Continuum, pieces_read
from bench.quality.peers.peer import Peer, PeerFailed
from bench.store import BIG, Store
from bench.supply import Supply
from memories import access
from memories.recall.recall import recall

INGESTED = 1_000  # texts, written as any are
SIZES = (1_000, 10_000, 100_000)
BASE = 2_000  # of the texts have vectors of their own (bench.supply)
QUESTIONS, WARM_UP = 100, 10
AT_ONCE = 500  # texts a message to a peer
TOLD = datetime(2026, 1, 1, tzinfo=UTC)
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Speed:
    """Of the answers at one size, in milliseconds."""

    p50: float
    p95: float


@dataclass(slots=True)
class Times:
    """`ingest` is seconds for 1,000 texts. Sizes that were not reached are not in `at`; `ended` says why."""

    name: str
    about: str
    ingest: float | None = None
    at: dict[int, Speed] = field(default_factory=dict)
    ended: str = ""


def of_the_product(store: Store, *, given: Given, seconds: float, say: Say) -> tuple[Times, Times]:
    """With and without embedding; a size that would take more than so many seconds to fill is left out."""
    with_it = Times("continuum", "the verb, its own embedding included")
    without = Times("continuum, vectors given", "the verb, its embedding known before, as to peers")
    with_it.ingest, without.ingest = _ingest(given)
    questions, filling = Corpus(seed=2), 0.0
    for size in SIZES:
        start, before = time.perf_counter(), store.supply.given
        if before > BASE and filling * (size - before) / before > seconds:
            with_it.ended = without.ended = f"filling up to {size:,} would take more than {seconds:.0f} s"
            break
        store.grow(size)
        filling = time.perf_counter() - start
        ways = _asked(store, given, questions)
        with_it.at[size], without.at[size] = map(speed, ways)
        both = " / ".join(f"{times.at[size].p95:.1f}" for times in (with_it, without))
        say(f"continuum at {size:,}: p95 {both} ms with embedding / with vectors given")
    return with_it, without


def _ingest(given: Given) -> tuple[float, float]:
    """One lot of texts each: with embedding, then others whose vectors are known."""
    product, supply = Continuum(), Supply(embedded=2 * INGESTED, seed=3)
    first, second = (_conversation(name, _texts(supply)) for name in ("times", "times-given"))
    embedding = product.take_in(first)
    given.learn(pieces_read(second))
    with in_place_of_the_embedder(given):
        return embedding, product.take_in(second)


def _texts(supply: Supply) -> list[str]:
    return [supply.corpus.text(topic=topic) for topic in range(INGESTED)]


def _conversation(name: str, texts: Sequence[str]) -> Conversation:
    turns = [Turn(f"text-{place}", text, TOLD + timedelta(minutes=place)) for place, text in enumerate(texts)]
    return Conversation(name, turns, ())


def _asked(store: Store, given: Given, corpus: Corpus) -> tuple[list[float], list[float]]:
    """Questions in turns: one with its embedding, the next one with its vector given."""
    ways: tuple[list[float], list[float]] = ([], [])
    with access.acting(store.actor):
        for question in _questions(corpus, WARM_UP):
            recall(store.actor, query=question, workspace=BIG, limit=DEPTH)
        for place, question in enumerate(_questions(corpus, 2 * QUESTIONS)):
            if place % 2:
                given.learn([question])
                with in_place_of_the_embedder(given):
                    ways[1].append(_seconds(store, question))
            else:
                ways[0].append(_seconds(store, question))
    return ways


def _seconds(store: Store, question: str) -> float:
    start = time.perf_counter()
    recall(store.actor, query=question, workspace=BIG, limit=DEPTH)
    return time.perf_counter() - start


def _questions(corpus: Corpus, count: int) -> list[str]:
    return [corpus.question(topic=place % TOPICS) for place in range(count)]


def speed(seconds: Sequence[float]) -> Speed:
    return Speed(*(float(np.percentile(seconds, share)) * 1_000 for share in (50, 95)))


def of_a_peer(peer: Peer, *, supply: Supply, given: Given, seconds: float, say: Say) -> Times:
    """As far as it comes within so many seconds."""
    times = Times(peer.name, peer.about)
    until = time.monotonic() + seconds
    corpus, texts = Corpus(seed=2), _numbered(supply)
    try:
        times.ingest = _filled(peer, texts, INGESTED, until, filling=False) * 1_000 / INGESTED
        for size in SIZES:
            _filled(peer, texts, size - supply.given, until, filling=True)
            asked = _answered(peer, _questions(corpus, WARM_UP + QUESTIONS), given, until)
            times.at[size] = speed(asked[WARM_UP:])
            say(f"{peer.name} at {size:,}: p95 {times.at[size].p95:.1f} ms")
    except PeerFailed as failed:
        times.ended = str(failed)
        say(f"{peer.name}: {failed}")
    return times


def _numbered(supply: Supply) -> Callable[[int], list[tuple[str, str, np.ndarray]]]:
    def some(count: int) -> list[tuple[str, str, np.ndarray]]:
        first = supply.given
        return [
            (f"text-{place}", line.text, line.whole) for place, line in enumerate(supply.lines(count), first)
        ]

    return some


def _filled(
    peer: Peer,
    texts: Callable[[int], list[tuple[str, str, np.ndarray]]],
    count: int,
    until: float,
    *,
    filling: bool,
) -> float:
    took = 0.0
    while count > 0:
        some = texts(min(AT_ONCE, count))
        took += peer.take_in("times", some, seconds=_left(until), filling=filling)
        count -= len(some)
    return took


def _answered(peer: Peer, questions: Sequence[str], given: Given, until: float) -> list[float]:
    vectors = given.embed(questions)
    return [
        peer.answer("times", question, vector, most=DEPTH, seconds=_left(until))[1]
        for question, vector in zip(questions, vectors, strict=True)
    ]


def _left(until: float) -> float:
    if (left := until - time.monotonic()) <= 0:
        raise PeerFailed("not reached within its time")
    return left
