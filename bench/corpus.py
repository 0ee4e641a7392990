"""Texts and questions whose words are as common and as rare as in English. The same seed gives the same ones.

The vocabulary is the embedding model's own, which lists English words by how often they are used; Zipf's
law gives each its share. A text has a topic: part of its words come from the topic's own, so that texts of
one topic are close in meaning too. Some texts name a ticket, as real ones do: the rarest words there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memories.engines.minilm.weights import find_model_folder, verified_tokenizer

TOPICS = 400
TOPIC_WORDS = 40
TOPIC_SHARE = 0.35  # of a text's words
FIRST_TELLING_WORD = 150  # the words before are too common to belong to a topic
SHORTEST, LONGEST = 20, 40  # words in a text
LONG_SHARE, LONG_WORDS = 0.05, (150, 400)
SENTENCE_WORDS = (8, 15)
TICKET_SHARE = 0.1
ZIPF_SHIFT = 2.7  # Mandelbrot's: flattens the very first ranks
PROJECTS = ("OPS", "WEB", "DATA", "POL", "INFRA", "APP")
QUESTIONS = (
    "What did we decide about {}?",
    "How does {} work?",
    "When was {} changed?",
    "Who is responsible for {}?",
    "Is there a note on {}?",
    "Why did {} fail last time?",
    "Which settings does {} need?",
    "{}",
)
QUESTION_WORDS = (2, 6)  # of the topic and of all others, besides the question's own


def vocabulary() -> list[str]:
    """English words, the most used ones first."""
    known = json.loads(verified_tokenizer(find_model_folder()))["model"]["vocab"]
    words = sorted(known, key=known.__getitem__)
    return [word for word in words if word.isascii() and word.isalpha() and word.islower() and len(word) > 1]


class Corpus:
    """An endless supply of texts and questions, none like another."""

    def __init__(self, *, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._words = vocabulary()
        self._up_to = np.cumsum(1.0 / (np.arange(len(self._words)) + ZIPF_SHIFT))
        of_topics = np.random.default_rng(0)  # every corpus has the same topics
        self._topics = [self._ranks(of_topics, TOPIC_WORDS, after=FIRST_TELLING_WORD) for _ in range(TOPICS)]

    def text(self, *, topic: int) -> str:
        words = self._drawn(self._length(), topic)
        if self._random.random() < TICKET_SHARE:
            words[-1] = f"{self._random.choice(PROJECTS)}-{self._random.integers(1, 100_000)}"
        return " ".join(self._sentences(words))

    def question(self, *, topic: int) -> str:
        words = self._drawn(int(self._random.integers(*QUESTION_WORDS)), topic)
        return str(self._random.choice(QUESTIONS)).format(" ".join(words))

    def _length(self) -> int:
        if self._random.random() < LONG_SHARE:
            return int(self._random.integers(*LONG_WORDS))
        return int(self._random.integers(SHORTEST, LONGEST + 1))

    def _drawn(self, count: int, topic: int) -> list[str]:
        ranks = self._ranks(self._random, count)
        on_topic = self._random.random(count) < TOPIC_SHARE
        ranks[on_topic] = self._random.choice(self._topics[topic % TOPICS], int(on_topic.sum()))
        return [self._words[rank] for rank in ranks]

    def _ranks(self, random: np.random.Generator, count: int, *, after: int = 0) -> NDArray[np.int64]:
        """Places in the vocabulary, each as often as its word is used."""
        below = self._up_to[after - 1] if after else 0.0
        return np.searchsorted(self._up_to, random.uniform(below, self._up_to[-1], count))

    def _sentences(self, words: Sequence[str]) -> list[str]:
        sentences = []
        at = 0
        while at < len(words):
            size = int(self._random.integers(*SENTENCE_WORDS))
            sentence = " ".join(words[at : at + size])
            sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
            at += size
        return sentences
