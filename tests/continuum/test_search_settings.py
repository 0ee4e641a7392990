from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum import search_settings
from continuum.search_settings import FUSIONS, RERANKERS
from memories.engines.registry import OWN_MODULE
from memories.engines.registry import RERANKERS as LOADED
from memories.recall.ranking import PLAIN, RRF, WEIGHTED
from memories.recall.seed_formulas import SEEDS


def test_the_names_are_those_that_the_parts_know():
    assert set(RERANKERS) == {*LOADED, OWN_MODULE}
    assert set(FUSIONS) == {WEIGHTED, PLAIN, RRF, *SEEDS}


def test_unset_there_is_no_reranker_and_the_fusion_is_weighted(monkeypatch):
    for name in ("CONTINUUM_RERANKER", "CONTINUUM_FUSION", "CONTINUUM_HOOK_GATE_PERCENT"):
        monkeypatch.delenv(name, raising=False)
    assert (search_settings.reranker(), search_settings.fusion()) == ("", "weighted")
    assert search_settings.hook_gate_percent() == 45


def test_a_reranker_is_an_engine_and_a_model(monkeypatch):
    monkeypatch.setenv("CONTINUUM_RERANKER", "sentence-transformers:/srv/models/reader")
    assert search_settings.reranker() == "sentence-transformers:/srv/models/reader"


@pytest.mark.parametrize("wrong", ["on", "sentence-transformers", "sentence-transformers: ", "onnx:x", ":x"])
def test_what_names_neither_stops_the_start(monkeypatch, wrong):
    monkeypatch.setenv("CONTINUUM_RERANKER", wrong)
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_RERANKER is unset, or sentence-transformers"):
        search_settings.reranker()
