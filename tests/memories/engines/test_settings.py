from __future__ import annotations

from pathlib import Path

import pytest

from memories.engines.settings import EngineSettings


@pytest.mark.parametrize(
    ("embedding", "engine", "model"),
    [
        ("onnx:all-MiniLM-L6-v2", "onnx", "all-MiniLM-L6-v2"),
        (" openai : a:b@http://h:1/v1 ", "openai", "a:b@http://h:1/v1"),
        ("none", "none", ""),
        ("", "", ""),
    ],
)
def test_engine_and_model_are_parted_at_the_first_colon(embedding, engine, model):
    chosen = EngineSettings(cache=Path("models"), embedding=embedding)
    assert (chosen.engine, chosen.model) == (engine, model)


def test_the_key_is_not_shown():
    assert "sesame" not in repr(EngineSettings(cache=Path("models"), api_key="sesame"))
