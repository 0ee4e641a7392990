"""The program that builds the model: `python -m memories.engines.minilm.build WEIGHTS VARIANT TARGET`.

A program of its own, so that what building takes (the whole of the weights, twice, and the onnx package) is
gone when it ends and the server stays small. It imports nothing of the server.
"""

from __future__ import annotations

import sys
from pathlib import Path

from safetensors.numpy import load_file

from memories.engines.minilm.graph import minilm_graph
from memories.engines.minilm.model import Variant


def build(weights: Path, variant: Variant, target: Path) -> None:
    """Write the ONNX model made from the safetensors file `weights` to `target`."""
    model = minilm_graph(load_file(weights), variant)
    target.write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    build(Path(sys.argv[1]), Variant(sys.argv[2]), Path(sys.argv[3]))
