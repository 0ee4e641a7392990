"""mcp-memory-service: its hybrid search (BM25 of SQLite beside sqlite-vec), one database a conversation."""

from __future__ import annotations

import bench.quality.peers.extensible_sqlite  # noqa: F401  # isort: skip
import asyncio
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from mcp_memory_service.models.memory import Memory
from mcp_memory_service.storage.sqlite_vec import SqliteVecMemoryStorage
from mcp_memory_service.utils.hashing import generate_content_hash

from bench.quality.peers.serving import Given, Text, serve
from bench.quality.peers.wire import Vector


class _Storage(SqliteVecMemoryStorage):
    """Theirs, with vectors that are given to it in place of a model that it would fetch."""

    def __init__(self, path: Path, given: Given) -> None:
        super().__init__(str(path))
        self._given = given

    async def _initialize_embedding_model(self) -> None:
        self.embedding_model = self

    def encode(self, texts: Sequence[str], **_: Any) -> Vector:
        return np.stack([self._given[text] for text in texts])


class McpMemory:
    version = version("mcp-memory-service")
    about = "retrieve_hybrid: BM25 of words beside nearest vectors, with its own weights"

    def __init__(self, folder: Path) -> None:
        self._folder, self._given = folder, Given()
        self._stores: dict[str, _Storage] = {}
        self._keys: dict[str, dict[str, str]] = {}
        self._loop = asyncio.new_event_loop()

    def take_in(self, conversation: str, texts: Sequence[Text]) -> None:
        store = self._store(conversation)
        self._given.know([(text.text, text.vector) for text in texts])
        keys = self._keys.setdefault(conversation, {})
        memories = []
        for text in texts:
            digest = generate_content_hash(text.text)
            keys.setdefault(digest, text.key)
            memories.append(Memory(content=text.text, content_hash=digest))
        self._loop.run_until_complete(store.store_batch(memories))

    fill = take_in

    def answer(self, conversation: str, question: str, vector: Vector, most: int) -> list[str]:
        self._given.know([(question, vector)])
        found = self._loop.run_until_complete(self._stores[conversation].retrieve_hybrid(question, most))
        return [self._keys[conversation][each.memory.content_hash] for each in found]

    def _store(self, conversation: str) -> _Storage:
        if conversation not in self._stores:
            store = self._stores[conversation] = _Storage(self._folder / f"{conversation}.db", self._given)
            self._loop.run_until_complete(store.initialize())
        return self._stores[conversation]


if __name__ == "__main__":
    serve(McpMemory)
