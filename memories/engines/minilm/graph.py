"""The network written down as an ONNX graph: a BERT encoder, its mean over the tokens, length 1.

Inputs: `input_ids` and `attention_mask` (1 for a token, 0 for padding), int64, shape (batch, tokens).
Output: `vectors`, float32, shape (batch, 384). Letters in the shapes below: b texts, s tokens, h = 384.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from memories.engines.minilm import eight_bit
from memories.engines.minilm.model import DIMENSIONS, NAME, Variant

Weights = Mapping[str, NDArray[np.float32]]

LAYERS = 6
HEADS = 12
_EPSILON = 1e-12
_IR_VERSION = 9
_OPSET = 20
_MICROSOFT = "com.microsoft"
# Activations become bytes too, block by block of one token: a text never sees its neighbours' scale.
_BYTES_TIMES_BYTES = 4


def minilm_graph(weights: Weights, variant: Variant) -> onnx.ModelProto:
    """The whole model; `weights` are the tensors of its safetensors file, by their names there."""
    graph = _Graph(weights, variant)
    graph.masks()
    states = graph.embeddings()
    for layer in range(LAYERS):
        states = graph.layer(states, f"encoder.layer.{layer}")
    graph.mean_of_tokens(states)
    return graph.model()


class _Graph:
    """Nodes and constants as they pile up. Methods add nodes and return the name of what those yield."""

    def __init__(self, weights: Weights, variant: Variant) -> None:
        self.weights = weights
        self.variant = variant
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def masks(self) -> None:
        """The mask as the numbers that the attention and the mean want."""
        self._node("Cast", ["attention_mask"], "int_mask", to=TensorProto.INT32)
        self._node("Cast", ["attention_mask"], "float_mask", to=TensorProto.FLOAT)

    def embeddings(self) -> str:
        """(b, s) token ids to (b, s, h): the token's row plus its position's, all of one segment."""
        words = self._words()
        positions = self.weights["embeddings.position_embeddings.weight"]
        segment = self.weights["embeddings.token_type_embeddings.weight"][0]
        length = self._node("Shape", ["input_ids"], "length", start=1, end=2)
        table = self._constant("positions", positions + segment)
        first = self._constant("first", np.array([0], np.int64))
        places = self._node("Slice", [table, first, length, first], "places")
        return self._normalised(self._node("Add", [words, places], "embedded"), "embeddings.LayerNorm")

    def layer(self, states: str, name: str) -> str:
        """(b, s, h) to (b, s, h): attention, then the two-layer network, each added to its input and
        normalised.
        """
        attended = self._linear(self._attention(states, name), f"{name}.attention.output.dense")
        first = self._normalised(
            self._node("Add", [attended, states], f"{name}.attended"), f"{name}.attention.output.LayerNorm"
        )
        inner = self._linear(first, f"{name}.intermediate.dense")
        outer = self._linear(self._node("Gelu", [inner], f"{name}.gelu"), f"{name}.output.dense")
        return self._normalised(self._node("Add", [outer, first], f"{name}.sum"), f"{name}.output.LayerNorm")

    def mean_of_tokens(self, states: str) -> str:
        """(b, s, h) to (b, h) of length 1. The sum serves as well as the mean: only its direction is kept."""
        axis = self._constant("axis", np.array([1], np.int64))
        row = self._node("Unsqueeze", ["float_mask", axis], "mask_row")
        total = self._node("Squeeze", [self._node("MatMul", [row, states], "sum_row"), axis], "sum")
        return self._node("LpNormalization", [total], "vectors", axis=-1, p=2)

    def model(self) -> onnx.ModelProto:
        shape = ["texts", "tokens"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, shape)
            for name in ("input_ids", "attention_mask")
        ]
        outputs = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", DIMENSIONS])]
        graph = helper.make_graph(self.nodes, NAME, inputs, outputs, list(self.constants.values()))
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)

    def _words(self) -> str:
        """(b, s) token ids to (b, s, h), each its row of the table of words."""
        table = self.weights["embeddings.word_embeddings.weight"]
        if self.variant is Variant.FP32:
            return self._node("Gather", [self._constant("words", table), "input_ids"], "word")
        rows, scales = eight_bit.rows_of(table)
        steps = self._node("Gather", [self._constant("words", rows), "input_ids"], "word_steps")
        scale = self._node("Gather", [self._constant("word_scales", scales), "input_ids"], "word_scale")
        whole = self._node("Cast", [steps], "word_float", to=TensorProto.FLOAT)
        return self._node("Mul", [whole, scale], "word")

    def _attention(self, states: str, name: str) -> str:
        """(b, s, h) to (b, s, h): twelve heads; queries, keys and values come out of one multiplication."""
        parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        matrix = np.concatenate([self.weights[f"{part}.weight"] for part in parts])
        bias = np.concatenate([self.weights[f"{part}.bias"] for part in parts])
        together = self._product(states, matrix, bias, f"{name}.attention.self")
        self._node("Split", [together], *parts, axis=-1, num_outputs=len(parts))
        inputs = [*parts, "", "int_mask"]  # the gap is a bias, added already
        return self._node("MultiHeadAttention", inputs, f"{name}.heads", domain=_MICROSOFT, num_heads=HEADS)

    def _linear(self, states: str, name: str) -> str:
        return self._product(states, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], name)

    def _product(self, states: str, matrix: NDArray[np.float32], bias: NDArray[np.float32], name: str) -> str:
        """`states` (b, s, columns) times the transposed matrix (rows, columns), plus the bias (rows)."""
        if self.variant is Variant.FP32:
            product = self._node(
                "MatMul", [states, self._constant(f"{name}.weight", matrix.T)], f"{name}.product"
            )
        else:
            product = self._blocked_product(states, matrix, name)
        return self._node("Add", [product, self._constant(f"{name}.bias", bias)], f"{name}.linear")

    def _blocked_product(self, states: str, matrix: NDArray[np.float32], name: str) -> str:
        steps, scales = eight_bit.blocks_of(matrix)
        inputs = [states, self._constant(f"{name}.steps", steps), self._constant(f"{name}.scales", scales)]
        sizes = {"N": matrix.shape[0], "K": matrix.shape[1], "bits": 8, "block_size": eight_bit.BLOCK}
        return self._node(
            "MatMulNBits",
            inputs,
            f"{name}.product",
            domain=_MICROSOFT,
            accuracy_level=_BYTES_TIMES_BYTES,
            **sizes,
        )

    def _normalised(self, states: str, name: str) -> str:
        scale = self._constant(f"{name}.weight", self.weights[f"{name}.weight"])
        shift = self._constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self._node(
            "LayerNormalization", [states, scale, shift], f"{name}.normal", axis=-1, epsilon=_EPSILON
        )

    def _node(self, operator: str, inputs: list[str], *outputs: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, inputs, outputs, name=outputs[0], **attributes))
        return outputs[0]

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name
