from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.engines.base import EmbeddingUnavailable, unit_rows
from memories.engines.openai_http import embedder as embedder_module
from memories.engines.openai_http.embedder import TEXTS_PER_REQUEST, batches
from tests.memories.engines.openai_http.embedding_server import (
    Reply,
    entries,
    good,
    in_base64,
    reply,
    shuffled,
    vector_of,
)


def expected(texts, dimensions=8):
    return unit_rows(np.array([vector_of(text, dimensions) for text in texts], np.float32))


@pytest.mark.parametrize("answering", [good, shuffled, in_base64])
def test_every_text_gets_its_own_vector_made_length_one(server, client, answering):
    server.script = [answering]
    texts = ["a", "山", "the ferry", "a"]
    rows = client().embed(texts)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, expected(texts), rtol=1e-6)


def test_many_texts_go_in_several_requests_and_come_back_in_order(server, client):
    texts = [f"text {number}" for number in range(2 * TEXTS_PER_REQUEST + 5)]
    np.testing.assert_allclose(client().embed(texts), expected(texts), rtol=1e-6)
    assert [len(request.texts) for request in server.requests] == [64, 64, 5]


@given(st.lists(st.text(max_size=30), max_size=40))
def test_batches_keep_every_text_in_order_and_stay_small(texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedder_module, "TEXTS_PER_REQUEST", 7)
        patch.setattr(embedder_module, "BYTES_PER_REQUEST", 50)
        made = list(batches([text.encode("utf-8", "replace").decode() for text in texts]))
    assert [len(text) for batch in made for text in batch] == [len(text) for text in texts]
    assert all(0 < len(batch) <= 7 for batch in made)
    assert all(len(batch) == 1 or sum(len(text.encode()) for text in batch) <= 50 for batch in made)


def test_blank_texts_are_not_sent_and_get_a_fixed_vector(server, client):
    rows = client().embed(["", "a", " \n"])
    assert server.requests[0].texts == ["a"]
    np.testing.assert_allclose(rows, [[1, *[0] * 7], expected(["a"])[0], [1, *[0] * 7]], rtol=1e-6)


def test_no_texts_give_no_rows(client):
    assert client().embed([]).shape == (0, 8)


def test_lone_surrogates_and_long_texts_are_sent_in_a_form_a_server_takes(server, client):
    client("#max_tokens=10").embed(["a\ud800b", "x" * 500, "山" * 500])
    assert server.requests[0].texts == ["a?b", "x" * 20, "山" * 6]


def test_dimensions_are_learned_from_the_first_answer(server, client):
    model = client()
    assert model.dimensions == 8
    model.embed(["a"])
    assert len(server.requests) == 2
    assert "dimensions" not in server.requests[0].body


def test_dimensions_that_are_set_are_asked_for_and_need_no_question(server, client):
    model = client("#dimensions=4")
    assert (model.dimensions, server.requests) == (4, [])
    np.testing.assert_allclose(model.embed(["a"]), expected(["a"], 4), rtol=1e-6)
    assert server.requests[0].body == {"model": "some-model", "input": ["a"], "dimensions": 4}


def shorter(request) -> Reply:
    return reply([{**entry, "embedding": entry["embedding"][:5]} for entry in entries(request)])


def test_vectors_of_another_length_are_refused(server, client):
    model = client()
    model.embed(["a"])
    server.script = [shorter]
    with pytest.raises(EmbeddingUnavailable, match="vectors of 5 dimensions, not 8"):
        model.embed(["a"])


@pytest.mark.parametrize("value", [0, float("nan"), 1e300])
def test_a_vector_without_a_direction_is_refused(server, client, value):
    server.script = [lambda request: reply([{"index": 0, "embedding": [value] * 8}])]
    with pytest.raises(EmbeddingUnavailable, match="zero or not a number"):
        client().embed(["a"])


def test_several_threads_may_ask_at_once(client):
    model = client()
    texts = [f"text {number}" for number in range(24)]
    with ThreadPoolExecutor(8) as threads:
        rows = list(threads.map(lambda text: model.embed([text])[0], texts))
    np.testing.assert_allclose(rows, expected(texts), rtol=1e-6)


def test_the_identity_tells_servers_models_and_lengths_apart(client, server):
    place = f"127.0.0.1:{server.server_port}/v1"
    assert client().model_id == f"some-model/openai:some-model@{place}"
    assert client("#dimensions=4").model_id.endswith("#4")
