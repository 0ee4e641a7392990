"""Any cross-encoder that sentence-transformers can load, by its public name or from a folder. Needs torch."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import PurePath

import numpy as np
import sentence_transformers  # type: ignore[import-not-found,unused-ignore]
import torch  # type: ignore[import-not-found,unused-ignore]

from memories.engines.base import encodable
from memories.engines.once import Once
from memories.engines.reranking.base import RerankingUnavailable, Scores
from memories.engines.reranking.settings import RerankerSettings

# Only so much of a text, and of a question, is taken apart: no model of this kind reads on.
MOST_CHARACTERS = 8_192


def make(settings: RerankerSettings) -> CrossEncoder:
    return CrossEncoder(settings.model, threads=settings.threads)


class CrossEncoder:
    """See `base.Reranker`."""

    def __init__(self, model: str, *, threads: int = 2) -> None:
        """`model` is a folder if there is one of that name, else a name to look up, then cached by that
        library.
        """
        self._model, self._threads = os.path.expanduser(model), threads
        self._one_at_a_time = threading.Lock()
        self._network = Once(self._load)

    def score(self, question: str, texts: Sequence[str]) -> Scores:
        """One caller at a time: the tokenizers below are not safe to share."""
        if not texts:
            return np.empty(0, np.float32)
        pairs = [(_read(question), _read(text)) for text in texts]
        with self._one_at_a_time:
            try:
                rows = self._network.get().predict(pairs, convert_to_numpy=True, show_progress_bar=False)
            except RuntimeError as error:  # torch's way to say that memory ran out
                raise self._unavailable("could not be run", error) from error
        scores = np.asarray(rows, np.float32)
        if scores.shape != (len(texts),) or not np.isfinite(scores).all():
            raise RerankingUnavailable(f"{self._name} gives no one number for a text: it is no reranker.")
        return scores

    def _load(self) -> sentence_transformers.CrossEncoder:
        torch.set_num_threads(self._threads)
        try:
            return sentence_transformers.CrossEncoder(self._model)
        except Exception as error:  # every library below raises its own kind
            raise self._unavailable("could not be loaded; is the name or the folder right?", error) from error

    def _unavailable(self, what: str, error: Exception) -> RerankingUnavailable:
        return RerankingUnavailable(f"The reranker {self._name} {what} ({type(error).__name__}).")

    @property
    def _name(self) -> str:
        """What may be shown: no folder's path."""
        return PurePath(self._model).name if PurePath(self._model).is_absolute() else self._model


def _read(text: str) -> str:
    return encodable(text[:MOST_CHARACTERS])
