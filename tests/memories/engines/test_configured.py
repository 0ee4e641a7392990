from __future__ import annotations

import time

import pytest

from memories.engines.configured import embedded
from tests.memories.engines.openai_http.embedding_server import Reply, running, status


def test_vectors_come_with_the_model_that_made_them(settings):
    with running() as server:
        settings.EMBEDDING = f"openai:some-model@{server.base}"
        made = embedded(["a", "b"], seconds=30)
        place = server.base.removeprefix("http://")
    assert made.vectors.shape == (2, 8)
    assert (made.model, made.reason) == (f"some-model/openai:some-model@{place}", "")


def test_a_server_that_never_told_its_dimensions_holds_nobody_up(settings):
    with running() as server:
        server.script = [lambda request: Reply(pause=3)]
        settings.EMBEDDING = f"openai:slow-model@{server.base}"
        started = time.monotonic()
        made = embedded(["a"], seconds=0.2)
        assert time.monotonic() - started < 2.5
    assert (made.vectors, made.model, made.reason) == (None, "", "the embedder is slow")


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("none", "embedding is switched off"),
        ("openai:x", "CONTINUUM_EMBEDDING cannot be read"),
    ],
)
def test_without_an_engine_there_is_a_reason_and_no_error(settings, setting, reason):
    settings.EMBEDDING = setting
    made = embedded(["the secret plan"], seconds=30)
    assert made.vectors is None
    assert reason in made.reason
    assert "secret" not in made.reason


def test_a_server_that_refuses_is_a_reason_without_the_text(settings):
    with running() as server:
        server.script = [status(401)]
        settings.EMBEDDING = f"openai:refusing-model@{server.base}"
        made = embedded(["the secret plan"], seconds=30)
    assert made.vectors is None
    assert "answered 401" in made.reason
    assert "secret" not in made.reason
