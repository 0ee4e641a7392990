from __future__ import annotations

import pytest

from memories.engines.base import EmbeddingOff
from memories.engines.off import NoEmbedder


def test_switched_off_has_no_dimensions_and_says_why_there_are_no_vectors():
    assert NoEmbedder().dimensions == 0
    with pytest.raises(EmbeddingOff, match="switched off") as caught:
        NoEmbedder().embed(["the secret plan"])
    assert "secret" not in str(caught.value)
