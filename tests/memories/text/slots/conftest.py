"""Two texts compared as intake compares them: with the real model's cosine and its thresholds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.engines.minilm.embedder import MiniLM
from memories.text.slots.compare import Comparison, compare
from memories.text.slots.reading import Reading
from memories.text.slots.thresholds import thresholds_for

Judge = Callable[[str, str], Comparison]


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM(cache=tmp_path_factory.mktemp("models"))


@pytest.fixture
def judged(minilm: MiniLM) -> Judge:
    def judge(one: str, other: str) -> Comparison:
        first, second = minilm.embed([one, other])
        thresholds = thresholds_for(minilm.model_id)
        return compare(Reading(one), Reading(other), cosine=float(first @ second), thresholds=thresholds)

    return judge


@pytest.fixture
def close() -> Judge:
    """As if the model put any two texts next to each other: only the guards are left to speak."""

    def judge(one: str, other: str) -> Comparison:
        thresholds = thresholds_for("all-MiniLM-L6-v2")
        return compare(Reading(one), Reading(other), cosine=0.97, thresholds=thresholds)

    return judge
