"""Words that say little."""

import pytest

from memories.text.stopwords import is_weak


@pytest.mark.parametrize(
    "word",
    [
        "the",
        "what",
        "são",
        "sao",
        "où",
        "какой",
        "什么",
        "的",
        "です",
        "は",
        "은",
        "dont",
        "für",
        "누구에게",
        "무엇을",
    ],
)
def test_words_that_only_bind_are_weak(word: str) -> None:
    assert is_weak(word)


@pytest.mark.parametrize(
    "word",
    [
        "go",
        "r",
        "may",
        "war",
        "hat",
        "van",
        "dove",
        "bin",
        "waren",
        "fur",
        "人",
        "하나은행",
        "등급을",
        "东京",
        "용",
        "novel",
    ],
)
def test_words_that_mean_something_somewhere_are_not(word: str) -> None:
    assert not is_weak(word)


def test_two_particles_beside_each_other_are_no_word() -> None:
    assert is_weak("我的")
    assert not is_weak("的书")
