"""What every reranker promises.

EngineError
`-- RerankingUnavailable   INTERNAL_ERROR   503   no scores now; a later try may succeed
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memories.engines.base import EngineError

Scores = NDArray[np.float32]


class RerankingUnavailable(EngineError):
    """No message holds the question or a text."""

    status = 503


class Reranker(Protocol):
    """Reads a question together with each text. Safe to use from several threads; whatever is slow to load is
    loaded at the first `score`.
    """

    def score(self, question: str, texts: Sequence[str]) -> Scores:
        """One finite number per text, in their order, as float32 of shape (len(texts),): the higher, the
        better it answers. Only their order and their distances within one answer mean anything.

        Any text will do, the empty one included. Raises RerankingUnavailable.
        """
        ...
