"""Thresholds belong to a model."""

from __future__ import annotations

from memories.engines.minilm.model import NAME
from memories.text.slots.thresholds import CAUTIOUS, MODELS, thresholds_for


def test_the_default_model_has_its_own_whatever_its_variant() -> None:
    assert thresholds_for(f"{NAME}/onnx-q8b32") is thresholds_for(f"{NAME}/onnx-fp32") is MODELS[NAME]


def test_an_unknown_model_is_treated_with_caution() -> None:
    assert thresholds_for("no-such-model/openai:x") is CAUTIOUS
    assert all(CAUTIOUS.near > known.near and CAUTIOUS.conflict > known.conflict for known in MODELS.values())
