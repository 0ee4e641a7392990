"""Needs torch: in the light environment these are skipped, and test_rereading shows what is said there. The
network is a real one of a few thousand random numbers, made here: nothing is fetched.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memories.engines.registry import reranker_for
from memories.engines.reranking.base import RerankingUnavailable
from memories.engines.reranking.settings import RerankerSettings

pytest.importorskip("sentence_transformers", reason="torch is not part of the light environment")
transformers = pytest.importorskip("transformers")

WORDS = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "who",
    "repairs",
    "the",
    "pump",
    "ana",
    "bob",
    "cranes",
)
SIZES = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_attention_heads": 2,
    "num_hidden_layers": 1,
    "max_position_embeddings": 64,
}


def made(folder: Path, labels: int) -> str:
    """A folder with a cross-encoder of random weights, as one is published."""
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    transformers.set_seed(7)
    config = transformers.BertConfig(vocab_size=len(WORDS), num_labels=labels, **SIZES)
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    transformers.BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    return f"sentence-transformers:{folder}"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return reranker_for(RerankerSettings(made(tmp_path_factory.mktemp("reader"), 1)))


def test_each_text_has_a_number_whatever_is_read_with_it(model):
    texts = ["ana repairs the pump", "", "the cranes", "\ud800", "bob " * 9_000]
    scores = model.score("who repairs the pump", texts)
    assert scores.dtype == np.float32 and scores.shape == (5,) and len(set(scores.tolist())) >= 4
    alone = [model.score("who repairs the pump", [text])[0] for text in texts]
    np.testing.assert_allclose(scores, alone, atol=1e-5)


def test_the_question_is_read_too(model):
    assert model.score("who", ["ana"])[0] != model.score("the cranes", ["ana"])[0]


def test_no_texts_have_no_numbers(model):
    assert model.score("who", []).shape == (0,)


def test_several_threads_get_what_one_gets(model):
    texts = [" ".join(WORDS[5 : 6 + n]) for n in range(6)]
    with ThreadPoolExecutor(4) as threads:
        many = list(threads.map(lambda text: model.score("who", [text])[0], texts))
    np.testing.assert_allclose(many, model.score("who", texts), atol=1e-5)


def test_a_model_that_sorts_into_classes_is_no_reranker(tmp_path):
    with pytest.raises(RerankingUnavailable, match="no reranker"):
        reranker_for(RerankerSettings(made(tmp_path, 3))).score("who", ["ana"])


def test_one_that_is_not_there_is_unavailable_and_no_folder_is_told(tmp_path):
    lost = reranker_for(RerankerSettings(f"sentence-transformers:{tmp_path / 'gone'}"))
    with pytest.raises(RerankingUnavailable, match="gone could not be loaded") as said:
        lost.score("the secret plan", ["a"])
    assert str(tmp_path) not in said.value.message and "secret" not in said.value.message
