"""A prompt's context end to end, from the request over a real socket to its answer, against a recall of the
same question through the same server. What node itself takes to start is not ours to measure.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.corpus import TOPICS, Corpus
from bench.recall import percentile
from bench.server import server
from bench.store import BIG
from continuum.kernel.actor import Permission
from oauth.models import User
from oauth.services.tokens import issue_token

RULES = ("Never deploy on Fridays.", "Prefer tabs over spaces.", "Answer in the language of the question.")
GATE_PERCENT = "20"
"""Low enough for the made-up texts, whose words share little meaning, to come through it."""
ASKED_BY_ONE = 100
"""Questions of one token: a person's hooks are held to a pace."""


@dataclass(frozen=True, slots=True)
class Injections:
    """Seconds for each question, as a context and as a recall; how many contexts held a memory."""

    contexts: Sequence[float]
    recalls: Sequence[float]
    with_hits: int

    @property
    def ratio(self) -> float:
        """The slow ones against the slow ones."""
        return percentile(self.contexts, 95) / percentile(self.recalls, 95)


def tokens(user_id: int, *, questions: int) -> list[str]:
    """As many tokens as it takes, made before the server is started."""
    person = User.objects.get(pk=user_id)
    count = -(-questions // ASKED_BY_ONE)
    granted = (Permission.READ, Permission.WRITE)
    return [issue_token(person, name=f"bench {place}", permissions=granted) for place in range(count)]


def measure(
    home: Path, corpus: Corpus, *, bearers: Sequence[str], questions: int, warm_up: int
) -> Injections:
    """Ask each question both ways; which way comes first alternates."""
    pairs: list[tuple[float, float]] = []
    with_hits = 0
    with (
        server(home, CONTINUUM_HOOK_GATE_PERCENT=GATE_PERCENT) as running,
        httpx.Client(base_url=running.url, timeout=30) as client,
    ):
        for rule in RULES:
            body = {"content": rule, "recall": "always", "workspace": BIG}
            client.post("/api/v1/memories", json=body, headers=_shown(bearers[0])).raise_for_status()
        for place in range(warm_up + questions):
            question, shown = corpus.question(topic=place % TOPICS), _shown(bearers[place // ASKED_BY_ONE])
            if place % 2:
                recall = _timed(client, "/api/v1/recall", {"query": question, "workspace": BIG}, shown)
                context = _timed(client, "/hook/context", _prompt(question, place), shown)
            else:
                context = _timed(client, "/hook/context", _prompt(question, place), shown)
                recall = _timed(client, "/api/v1/recall", {"query": question, "workspace": BIG}, shown)
            pairs.append((context[0], recall[0]))
            with_hits += "Possibly relevant" in context[1]
    contexts, recalls = zip(*pairs[warm_up:], strict=True)
    return Injections(contexts, recalls, with_hits)


def _shown(bearer: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {bearer}"}


def _prompt(question: str, place: int) -> dict[str, str]:
    return {"prompt": question, "workspace": BIG, "session_id": f"session {place}"}


def _timed(client: httpx.Client, path: str, body: dict[str, str], shown: dict[str, str]) -> tuple[float, str]:
    start = time.perf_counter()
    answer = client.post(path, json=body, headers=shown)
    taken = time.perf_counter() - start
    answer.raise_for_status()
    return taken, answer.text
