"""chromadb: nearest vectors, one collection for each conversation, kept on disk."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import chromadb
from chromadb.config import Settings

from bench.quality.peers.serving import Text, serve
from bench.quality.peers.wire import Vector


class Chroma:
    version = version("chromadb")
    about = "nearest vectors (cosine); it has no ranking by words"

    def __init__(self, folder: Path) -> None:
        self._client = chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        self._kept: dict[str, chromadb.Collection] = {}

    def take_in(self, conversation: str, texts: Sequence[Text]) -> None:
        if conversation not in self._kept:
            self._kept[conversation] = self._client.create_collection(
                f"of-{conversation}", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
        self._kept[conversation].add(
            ids=[text.key for text in texts],
            documents=[text.text for text in texts],
            embeddings=[text.vector for text in texts],
        )

    fill = take_in

    def answer(self, conversation: str, question: str, vector: Vector, most: int) -> list[str]:
        return self._kept[conversation].query(query_embeddings=[vector], n_results=most)["ids"][0]


if __name__ == "__main__":
    serve(Chroma)
