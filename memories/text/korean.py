"""Korean words without the particle that is written onto them: by a list of endings, without a dictionary."""

from __future__ import annotations

import re
from typing import Final

_WRITTEN_ON = """
은 는 이 가 을 를 의 에 도 만 로 와 과 에서 에게 한테 께서 으로 까지 부터 보다 처럼 마다 조차 밖에 이나
이란 이라 라는 이라는 라고 이라고 이며 이고 이다 입니다 인가 인가요 이야 하고 에는 에도 에만 에서는
에서도 에서의 에게는 에게서 으로는 으로도 으로서 로는 로도 로서 로부터 으로부터 까지는 부터는 와는 과는
와의 과의 만은 만이 에게도 한테서
"""
PARTICLES: Final = tuple(sorted(_WRITTEN_ON.split(), key=len, reverse=True))
LEAST_LEFT: Final = 2
"""Syllables of a word that are left: one alone says too little."""

_SYLLABLES = re.compile("[\uac00-\ud7a3]+")


def without_particle(word: str) -> str:
    """The word without its particle, the longest that fits; itself where it has none, or is not Korean."""
    if len(word) <= LEAST_LEFT or not _SYLLABLES.fullmatch(word):
        return word
    for particle in PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= LEAST_LEFT:
            return word[: -len(particle)]
    return word
