from __future__ import annotations

import hashlib

import onnx
import pytest
from safetensors.numpy import load_file

from memories.engines.minilm.cache import BUILDER_VERSION
from memories.engines.minilm.graph import minilm_graph
from memories.engines.minilm.model import Variant
from memories.engines.minilm.weights import find_model_folder, verified_weights

# What the builder makes. When this changes on purpose, raise cache.BUILDER_VERSION and write the new pair
# here: models cached by an older builder are then left alone and built anew.
PINNED = {Variant.Q8B32: (1, "3e073739078041df"), Variant.FP32: (1, "a9c0cf58883b2548")}


@pytest.fixture(scope="module", params=list(Variant))
def built(request) -> tuple[Variant, onnx.ModelProto]:
    return request.param, minilm_graph(load_file(verified_weights(find_model_folder())), request.param)


def test_the_graph_is_valid_onnx_and_says_what_goes_in_and_out(built):
    _, model = built
    onnx.checker.check_model(model)
    assert [each.name for each in model.graph.input] == ["input_ids", "attention_mask"]
    assert [each.name for each in model.graph.output] == ["vectors"]


def test_the_graph_changes_only_with_the_builders_version(built):
    variant, model = built
    made = hashlib.sha256(model.SerializeToString(deterministic=True)).hexdigest()[:16]
    assert (BUILDER_VERSION, made) == PINNED[variant]
