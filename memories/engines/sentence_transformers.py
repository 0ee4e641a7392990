"""Any model that sentence-transformers can load, by its public name or from a folder. Needs torch."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import sentence_transformers  # type: ignore[import-not-found,unused-ignore]
import torch  # type: ignore[import-not-found,unused-ignore]

from memories.engines.base import EmbeddingUnavailable, Vectors, encodable, model_identity, unit_rows
from memories.engines.once import Once
from memories.engines.settings import EngineSettings

ENGINE = "sentence-transformers"
# What is assumed of a model that names no limit of its own.
FALLBACK_MAX_TOKENS = 512
# Only so much of a text is taken apart, per token that the model may see.
CHARACTERS_PER_TOKEN = 32


def make(settings: EngineSettings) -> SentenceTransformers:
    return SentenceTransformers(settings.model, threads=settings.threads)


class SentenceTransformers:
    """See `base.Embedder`. `dimensions` and `max_tokens` are the model's, so asking for them loads it."""

    def __init__(self, model: str, *, threads: int = 2) -> None:
        """`model` is a folder if there is one of that name, else a name to look up, then cached by that
        library.
        """
        self._model, self._threads = os.path.expanduser(model), threads
        self._one_at_a_time = threading.Lock()
        self._network = Once(self._load)
        self._identity = Once(self._identify)

    @property
    def model_id(self) -> str:
        """A folder is known by what is in it, wherever it lies."""
        return self._identity.get()

    @property
    def dimensions(self) -> int:
        return int(self._network.get().get_embedding_dimension() or 0)

    @property
    def max_tokens(self) -> int:
        return int(self._network.get().max_seq_length or FALLBACK_MAX_TOKENS)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One caller at a time: the tokenizers below are not safe to share."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        most = self.max_tokens * CHARACTERS_PER_TOKEN
        cut = [encodable(text[:most]) for text in texts]
        with self._one_at_a_time:
            try:
                rows = self._network.get().encode(cut, convert_to_numpy=True, show_progress_bar=False)
            except RuntimeError as error:  # torch's way to say that memory ran out
                raise EmbeddingUnavailable(
                    f"{self._model} could not be run: {type(error).__name__}."
                ) from error
        return unit_rows(np.asarray(rows, np.float32))

    def _identify(self) -> str:
        folder = Path(self._model)
        try:
            origin = _digest_of(folder) if folder.is_dir() else self._model
        except OSError as error:
            raise EmbeddingUnavailable(f"{self._model} cannot be read: {error.strerror}.") from error
        return model_identity(folder.name, ENGINE, origin)

    def _load(self) -> sentence_transformers.SentenceTransformer:
        self._identity.get()  # so that it is at hand whenever there are vectors
        torch.set_num_threads(self._threads)
        try:
            return sentence_transformers.SentenceTransformer(self._model)
        except Exception as error:  # every library below raises its own kind
            raise EmbeddingUnavailable(
                f"sentence-transformers could not load {self._model}: {type(error).__name__}. "
                "Is the name or the folder right, and can it be reached?"
            ) from error


def _digest_of(folder: Path) -> str:
    """Sixteen hexadecimal digits over the names and contents of every file that could shape a vector."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".safetensors", ".bin", ".json", ".txt", ".model"} and path.is_file():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            total.update(f"{path.relative_to(folder).as_posix()} {digest}\n".encode())
    return total.hexdigest()[:16]
