"""The embedder that knows what it was told of."""

from __future__ import annotations

import numpy as np

from bench.quality.given import Given, in_place_of_the_embedder
from memories.engines.configured import embedded
from memories.engines.registry import embedder


class Counting:
    model_id, dimensions, max_tokens = "counting/1", 2, 8

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: list[str]) -> np.ndarray:
        self.asked += texts
        return np.array([[len(text), 1] for text in texts], np.float32)


def test_a_text_is_embedded_once() -> None:
    engine = Counting()
    given = Given(engine)
    given.learn(["a", "bb", "a"])
    assert given.embed(["bb", "a", "ccc"])[:, 0].tolist() == [2, 1, 3]
    assert engine.asked == ["a", "bb", "ccc"]


def test_the_product_asks_it_while_it_stands_in_and_no_longer() -> None:
    usual = embedder()
    with in_place_of_the_embedder(Given(Counting())):
        made = embedded(["four"], seconds=5)
        assert made.model == "counting/1" and made.vectors is not None and made.vectors[0, 0] == 4
    assert embedder() is usual
