"""Words that nothing else holds, made anew for each test: to look for them everywhere afterwards."""

from __future__ import annotations

import random

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprtvz" for vowel in "aeiou"]


def distinct() -> str:
    """A lower-case word of eighteen letters that is no secret, no date and no name."""
    return "".join(random.SystemRandom().sample(_SYLLABLES, 9))
