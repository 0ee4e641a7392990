"""The one embedder, the one reranker and the one reader of claims of this process, from the settings. The
only place that loads an engine, by its dotted path: what is not configured is never imported.
"""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from django.conf import settings

from memories.engines.base import Embedder, EngineMisconfigured
from memories.engines.extraction.base import Extractor, Shaper
from memories.engines.extraction.rules import Nothing, Rules
from memories.engines.extraction.settings import OFF as NO_READER
from memories.engines.extraction.settings import RULES, ExtractionSettings
from memories.engines.off import NoEmbedder
from memories.engines.reranking.base import Reranker
from memories.engines.reranking.settings import RerankerSettings
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

# Each module offers make(RerankerSettings) -> Reranker; OWN_MODULE is one that the operator brings, by its
# dotted path.
OWN_MODULE = "module"
RERANKERS = MappingProxyType({"sentence-transformers": "memories.engines.reranking.cross_encoder"})

# Of readers of claims, the one that needs packages; it offers make(ExtractionSettings) -> Extractor.
_PRICES_AT_HAND = "LITELLM_LOCAL_MODEL_COST_MAP"  # else litellm asks the web for them when it is imported
MODEL_READER = "memories.engines.extraction.model"

_lock = threading.Lock()
_readers: dict[ExtractionSettings, Extractor] = {}
_made: dict[EngineSettings, Embedder] = {}
_rerankers: dict[RerankerSettings, Reranker] = {}


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
    made: Embedder = _load("embedding engine", chosen.engine, ENGINES).make(chosen)
    return made


def _load(what: str, engine: str, engines: Mapping[str, str]) -> Any:
    """The module of an engine. Raises EngineMisconfigured where a package is missing."""
    try:
        return importlib.import_module(engines[engine])
    except ModuleNotFoundError as error:
        raise EngineMisconfigured(
            f"The {what} {engine} needs the package {error.name}, which is not installed. "
            f"Try: {_MISSING.get(engine, f'pip install {error.name}')}"
        ) from error


def reranker() -> Reranker | None:
    """The configured reranker, always the same one; None where none is. Raises EngineMisconfigured."""
    if not settings.RERANKER:
        return None
    return reranker_for(RerankerSettings(reranker=settings.RERANKER, threads=settings.EMBEDDING_THREADS))


def reranker_for(chosen: RerankerSettings) -> Reranker:
    """One reranker per settings, however many threads ask. Raises EngineMisconfigured."""
    with _lock:
        if chosen not in _rerankers:
            _rerankers[chosen] = _reranker(chosen)
        return _rerankers[chosen]


def _reranker(chosen: RerankerSettings) -> Reranker:
    engines = {**RERANKERS, OWN_MODULE: chosen.model}
    if chosen.engine not in engines or not chosen.model:
        raise EngineMisconfigured(
            "CONTINUUM_RERANKER does not name an engine and a model; it is unset, or one of "
            f"{', '.join(f'{engine}:...' for engine in engines)}."
        )
    made: Reranker = _load("reranker", chosen.engine, engines).make(chosen)
    return made


def extractor() -> Extractor:
    """The configured reader of claims, always the same one. Raises EngineMisconfigured."""
    return extractor_for(
        ExtractionSettings(
            model=settings.EXTRACTION_MODEL or RULES,
            base_url=settings.EXTRACTION_BASE_URL,
            api_key=settings.EXTRACTION_API_KEY,
            mode=settings.EXTRACTION_MODE,
            seconds=settings.EXTRACTION_SECONDS,
            price=settings.EXTRACTION_PRICE,
        )
    )


def shaper() -> Shaper | None:
    """The configured language model as one that brings texts into shape; None where rules read here."""
    found = extractor()
    return None if found.local else cast(Shaper, found)


def extractor_for(chosen: ExtractionSettings) -> Extractor:
    """One reader per settings, however many threads ask. Raises EngineMisconfigured."""
    with _lock:
        if chosen not in _readers:
            _readers[chosen] = _reader(chosen)
        return _readers[chosen]


def _reader(chosen: ExtractionSettings) -> Extractor:
    if chosen.model in (RULES, NO_READER):
        return Rules() if chosen.model == RULES else Nothing()
    os.environ.setdefault(_PRICES_AT_HAND, "True")
    try:
        module = importlib.import_module(MODEL_READER)
    except ModuleNotFoundError as error:
        raise EngineMisconfigured(
            f"CONTINUUM_EXTRACTION_MODEL needs the package {error.name}, which is not installed. "
            "Try: pip install litellm instructor tenacity"
        ) from error
    made: Extractor = module.make(chosen)
    return made
