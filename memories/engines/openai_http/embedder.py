"""The embedder that asks a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from memories.engines.base import EmbeddingUnavailable, Vectors, encodable, model_identity, unit_rows
from memories.engines.openai_http.address import Address, parse_address
from memories.engines.openai_http.answer import vectors_in
from memories.engines.openai_http.transport import Limits, Transport
from memories.engines.settings import EngineSettings

ENGINE = "openai"
TEXTS_PER_REQUEST = 64
BYTES_PER_REQUEST = 200_000
# A server refuses the whole request for one text that is too long; hardly any writing has more tokens than
# this.
BYTES_PER_TOKEN = 2


def make(settings: EngineSettings) -> OpenAIHTTP:
    return OpenAIHTTP(parse_address(settings.model), api_key=settings.api_key)


class OpenAIHTTP:
    """See `base.Embedder`. A blank text is not sent (many servers refuse it): its vector is a fixed one."""

    def __init__(self, address: Address, *, api_key: str = "", limits: Limits | None = None) -> None:
        self._address = address
        self._transport = Transport(address, api_key=api_key, limits=limits)
        self._dimensions = address.dimensions
        self.max_tokens = address.max_tokens

    @property
    def model_id(self) -> str:
        """Servers give the same name to different models, so where it runs is part of what it is."""
        asked = f"#{self._address.dimensions}" if self._address.dimensions else ""
        return model_identity(
            self._address.model, ENGINE, f"{self._address.model}@{self._address.place}{asked}"
        )

    @property
    def dimensions(self) -> int:
        """Asks the server, once, unless the setting or an earlier answer told. Raises
        EmbeddingUnavailable.
        """
        if self._dimensions is None:
            self._dimensions = self._ask(["dimensions"]).shape[1]
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        sent = [place for place, text in enumerate(texts) if text.strip()]
        cut = [_cut(texts[place], self.max_tokens * BYTES_PER_TOKEN) for place in sent]
        answers = [self._ask(batch) for batch in batches(cut)]
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        vectors[:, 0] = 1
        if answers:
            vectors[sent] = unit_rows(np.concatenate(answers))
        return vectors

    def close(self) -> None:
        """Give the connections back."""
        self._transport.close()

    def _ask(self, texts: Sequence[str]) -> Vectors:
        body: dict[str, Any] = {"model": self._address.model, "input": list(texts)}
        if self._address.dimensions:
            body["dimensions"] = self._address.dimensions
        vectors = vectors_in(self._transport.post(body), count=len(texts))
        if self._dimensions is None:
            self._dimensions = vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            raise EmbeddingUnavailable(
                f"The embedding server {self._address.place} answered with vectors of {vectors.shape[1]} "
                f"dimensions, not {self._dimensions}."
            )
        return vectors


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """In their order, at most so many texts and bytes together; a text longer than that goes alone."""
    batch: list[str] = []
    size = 0
    for text in texts:
        length = len(text.encode())
        if batch and (len(batch) == TEXTS_PER_REQUEST or size + length > BYTES_PER_REQUEST):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += length
    if batch:
        yield batch


def _cut(text: str, most_bytes: int) -> str:
    """The start of the text, of at most so many bytes, ending between two characters."""
    return encodable(text[:most_bytes]).encode()[:most_bytes].decode("utf-8", "ignore")
