"""Needs torch: in the light environment these are skipped, and test_registry shows what a user is told
there.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm.weights import find_model_folder
from memories.engines.registry import embedder_for
from memories.engines.settings import EngineSettings
from tests.memories.engines.cosines import cosines

pytest.importorskip("sentence_transformers", reason="torch is not part of the light environment")


@pytest.fixture(scope="module")
def model():
    return embedder_for(
        EngineSettings(cache=Path("models"), embedding=f"sentence-transformers:{find_model_folder()}")
    )


def test_it_answers_like_the_yardstick(model, texts, golden):
    assert cosines(model.embed(texts), golden).min() >= 0.9999
    assert (model.dimensions, model.max_tokens) == (384, 256)


def test_a_text_has_the_same_vector_alone_and_in_a_batch(model, texts):
    some = texts[::9]
    alone = np.concatenate([model.embed([text]) for text in some])
    assert cosines(model.embed(some), alone).min() >= 0.99999


@pytest.mark.parametrize("text", ["", "\ud800", "a" * 1_000_000])
def test_any_text_has_a_vector(model, text):
    np.testing.assert_allclose(np.linalg.norm(model.embed([text, "b"]), axis=1), 1, rtol=1e-5)


def test_no_texts_give_no_rows(model):
    assert model.embed([]).shape == (0, 384)


def test_several_threads_get_what_one_gets(model, texts):
    some = texts[:24]
    with ThreadPoolExecutor(6) as threads:
        rows = list(threads.map(lambda text: model.embed([text])[0], some))
    assert cosines(np.array(rows), model.embed(some)).min() >= 0.99999


def test_a_folder_is_known_by_what_is_in_it(model, tmp_path):
    moved = tmp_path / "model"
    moved.mkdir()
    for path in find_model_folder().rglob("*"):
        if path.is_file():
            target = moved / path.relative_to(find_model_folder())
            target.parent.mkdir(exist_ok=True)
            target.hardlink_to(path)
    again = embedder_for(EngineSettings(cache=Path("models"), embedding=f"sentence-transformers:{moved}"))
    assert again.model_id == model.model_id
    assert model.model_id.startswith("model/sentence-transformers:")


def test_a_model_that_cannot_be_loaded_is_unavailable(tmp_path):
    lost = embedder_for(EngineSettings(cache=tmp_path, embedding=f"sentence-transformers:{tmp_path}"))
    with pytest.raises(EmbeddingUnavailable, match="could not load"):
        lost.embed(["the secret plan"])
