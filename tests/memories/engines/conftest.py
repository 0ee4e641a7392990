"""The default embedder over one cache per run, and the yardstick: what sentence-transformers says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memories.engines.base import Vectors
from memories.engines.minilm.embedder import MiniLM
from memories.engines.minilm.model import Variant

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="session")
def texts() -> list[str]:
    return json.loads((GOLDEN / "texts.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def golden() -> Vectors:
    return np.load(GOLDEN / "vectors.npy").astype(np.float32)


@pytest.fixture(scope="session")
def model_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def minilm(model_cache: Path) -> MiniLM:
    return MiniLM(cache=model_cache)


@pytest.fixture(scope="session")
def minilm_fp32(model_cache: Path) -> MiniLM:
    return MiniLM(cache=model_cache, variant=Variant.FP32)
