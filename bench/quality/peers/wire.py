"""What goes over the pipe between the bench and a peer: JSON, one message a line. Both sides import this, so
it needs nothing beyond numpy.
"""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


def packed(vector: Vector) -> str:
    return base64.b64encode(np.ascontiguousarray(vector, dtype="<f4").tobytes()).decode()


def unpacked(text: str) -> Vector:
    return np.frombuffer(base64.b64decode(text), dtype="<f4").astype(np.float32)


def line_of(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"
