"""The one embedder of this process, from the settings. The only place that loads an engine, by its dotted
path: what is not configured is never imported."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path
from types import MappingProxyType

from django.conf import settings

from memories.engines.base import Embedder, EngineMisconfigured
from memories.engines.off import NoEmbedder
from memories.engines.settings import EngineSettings

OFF = "none"
# Each module offers make(EngineSettings) -> Embedder.
ENGINES = MappingProxyType(
    {
        "onnx": "memories.engines.minilm.embedder",
        "sentence-transformers": "memories.engines.sentence_transformers",
        "openai": "memories.engines.openai_http.embedder",
    }
)
_MISSING = MappingProxyType(
    {
        "sentence-transformers": "pip install sentence-transformers",
        "onnx": "pip install onnxruntime tokenizers",
    }
)

_lock = threading.Lock()
_made: dict[EngineSettings, Embedder] = {}


def embedder() -> Embedder:
    """The configured embedder, always the same one. Raises EngineMisconfigured."""
    return embedder_for(configured())


def embedder_for(chosen: EngineSettings) -> Embedder:
    """One embedder per settings, however many threads ask. Raises EngineMisconfigured."""
    with _lock:
        if chosen not in _made:
            _made[chosen] = _make(chosen)
        return _made[chosen]


def configured() -> EngineSettings:
    """The settings of this process, as the engines read them."""
    return EngineSettings(
        embedding=settings.EMBEDDING,
        cache=settings.CONTINUUM_HOME.root / "models",
        weights=Path(settings.EMBEDDING_WEIGHTS).expanduser() if settings.EMBEDDING_WEIGHTS else None,
        threads=settings.EMBEDDING_THREADS,
        api_key=settings.EMBEDDING_API_KEY,
    )


def _make(chosen: EngineSettings) -> Embedder:
    if chosen.embedding.strip() == OFF:
        return NoEmbedder()
    if chosen.engine not in ENGINES or not chosen.model:
        raise EngineMisconfigured(
            f"CONTINUUM_EMBEDDING does not name an engine and a model; it is one of "
            f"{', '.join(f'{engine}:...' for engine in ENGINES)} or {OFF}."
        )
    try:
        module = importlib.import_module(ENGINES[chosen.engine])
    except ModuleNotFoundError as error:
        raise EngineMisconfigured(
            f"The embedding engine {chosen.engine} needs the package {error.name}, which is not installed. "
            f"Try: {_MISSING.get(chosen.engine, f'pip install {error.name}')}"
        ) from error
    made: Embedder = module.make(chosen)
    return made
