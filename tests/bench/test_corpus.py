"""Texts and questions to measure with."""

from __future__ import annotations

from collections import Counter

from bench.corpus import LONG_WORDS, SHORTEST, Corpus, vocabulary


def _words(texts: list[str]) -> list[str]:
    return [word.strip(".").lower() for text in texts for word in text.split()]


def test_the_same_seed_gives_the_same_texts_and_another_seed_others() -> None:
    first, again, other = (Corpus(seed=seed).text(topic=3) for seed in (1, 1, 2))
    assert first == again != other


def test_texts_have_the_length_of_a_memory() -> None:
    corpus = Corpus(seed=1)
    lengths = [len(corpus.text(topic=topic).split()) for topic in range(50)]
    assert min(lengths) >= SHORTEST and max(lengths) < LONG_WORDS[1]


def test_few_words_make_much_of_the_text_and_many_are_rare() -> None:
    corpus = Corpus(seed=1)
    counts = Counter(_words([corpus.text(topic=topic) for topic in range(200)]))
    commonest = sum(count for _, count in counts.most_common(20))
    assert commonest > 0.15 * counts.total()
    assert sum(count == 1 for count in counts.values()) > 0.4 * len(counts)


def test_texts_of_one_topic_share_telling_words() -> None:
    common = set(vocabulary()[:500])
    corpus = Corpus(seed=1)
    one, other = (set(_words([corpus.text(topic=topic) for _ in range(20)])) - common for topic in (1, 2))
    again = set(_words([corpus.text(topic=1) for _ in range(20)])) - common
    assert len(one & again) > 2 * len(one & other)
