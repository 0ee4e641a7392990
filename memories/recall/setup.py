"""What decides the order of hits beside the embedding model, in one line that can be compared and shown."""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath

from django.conf import settings

from memories.recall import candidates, ranking, reranking, surroundings
from memories.text.stopwords import WEAK
from memories.text.tokens import WORDS_VERSION

_DIGITS = 8


def setup_now() -> str:
    """The fusion, the reranker, how words are read, and which weights this code has."""
    reranker = settings.RERANKER
    parts = [
        f"fusion {settings.FUSION}",
        f"reranker {_shown(reranker)}" if reranker else "no reranker",
        f"words {WORDS_VERSION}",
        f"weights {_weights()}",
    ]
    return ", ".join(parts)


def _shown(reranker: str) -> str:
    """A model without the folder that it lies in."""
    engine, _, model = reranker.partition(":")
    name = PurePath(model).name if PurePath(model).is_absolute() else model
    return f"{engine}:{name}"[:100]


def _weights() -> str:
    """A few digits that are others as soon as one number of ranking, or one stop word, is another."""
    modules = (ranking, surroundings, candidates, reranking)
    numbers = {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in sorted(vars(module).items())
        if name.isupper() and not name.startswith("_") and isinstance(value, int | float | dict)
    }
    written = json.dumps([numbers, sorted(WEAK)], sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:_DIGITS]
