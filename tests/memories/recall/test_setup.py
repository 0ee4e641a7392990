"""What decides the order of hits, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from memories.recall import surroundings
from memories.recall.setup import setup_now


def test_it_tells_the_settings_and_no_folder(settings: Any) -> None:
    settings.FUSION, settings.RERANKER = "plain", "sentence-transformers:/srv/secret/reader"
    told = setup_now()
    assert told.startswith("fusion plain, reranker sentence-transformers:reader, words ")
    assert "secret" not in told and len(told) <= 200


def test_another_weight_is_another_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    before = setup_now()
    assert setup_now() == before
    monkeypatch.setattr(surroundings, "BEFORE", 0.3)
    assert setup_now() != before
