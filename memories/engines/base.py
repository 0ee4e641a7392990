"""What every embedder promises, the errors it may raise, and the few rules all of them share.

    EngineError (a ContinuumError)       INTERNAL_ERROR       500
    |-- EmbeddingUnavailable             INTERNAL_ERROR       503   no vectors now; a later try may succeed
    |   `-- EmbeddingOff                 INTERNAL_ERROR       503   switched off: no later try will
    `-- EngineMisconfigured              CONFIGURATION_ERROR  500   the operator must change a setting

No message holds a text that was to be embedded, nor a key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from continuum.kernel.errors import ConfigurationProblem, ContinuumError

Vectors = NDArray[np.float32]

# What the column that keeps a vector's model takes.
LONGEST_MODEL_ID = 120
_SHORTEST_LENGTH = 1e-12


class EngineError(ContinuumError):
    """An engine cannot do its work; the sentence says why and, where someone can mend it, how."""


class EmbeddingUnavailable(EngineError):
    status = 503


class EmbeddingOff(EmbeddingUnavailable):
    pass


class EngineMisconfigured(EngineError, ConfigurationProblem):
    code = "CONFIGURATION_ERROR"


class Embedder(Protocol):
    """Makes vectors. Safe to use from several threads; whatever is slow to load is loaded at the first
    `embed`.

    `model_id` is stored with every vector: vectors are compared only where it is the same. Its part before
    the first slash is the model's own name, under which its thresholds are kept. `dimensions` is the length
    of a vector, 0 when embedding is switched off; `max_tokens` how much of a text the model sees (the rest
    is ignored).
    """

    @property
    def model_id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def max_tokens(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of length 1 per text, in their order, as float32 of shape (len(texts), dimensions).

        Any text will do, the empty one included. A text's vector is the same whatever else is embedded with
        it. Raises EmbeddingUnavailable.
        """
        ...


def model_identity(name: str, engine: str, origin: str = "") -> str:
    """`name/engine:origin`, where the name is the last part of the model's own; a long origin becomes its
    hash.
    """
    short = name.rstrip("/").rsplit("/", 1)[-1][:48]
    identity = f"{short}/{engine}:{origin}" if origin else f"{short}/{engine}"
    if len(identity) <= LONGEST_MODEL_ID:
        return identity
    return f"{short}/{engine}:{hashlib.sha256(origin.encode()).hexdigest()[:16]}"


def encodable(text: str) -> str:
    """The text with lone surrogates, which no tokenizer and no JSON takes, replaced by question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def unit_rows(rows: Vectors) -> Vectors:
    """Each row divided by its length. Raises EmbeddingUnavailable when a row has none, or no finite one."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths < _SHORTEST_LENGTH).any():
        raise EmbeddingUnavailable("The embedding model answered with a vector that is zero or not a number.")
    return np.asarray(rows / lengths, dtype=np.float32)
