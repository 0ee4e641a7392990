"""Loading what is optional, whatever its packages warn of when they are compiled for the first time."""

from __future__ import annotations

import warnings

from memories.engines.extraction.base import Extractor
from memories.engines.extraction.settings import ExtractionSettings
from memories.engines.registry import extractor_for


def load_model_reader() -> Extractor:
    """A reader by some model; from then on the module is there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return extractor_for(ExtractionSettings(model="openai/any"))
