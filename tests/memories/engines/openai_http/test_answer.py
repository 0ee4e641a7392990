from __future__ import annotations

import numpy as np
import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.openai_http.answer import vectors_in


def entry(index, embedding=(1.0, 2.0)) -> dict:
    return {"index": index, "embedding": list(embedding) if isinstance(embedding, tuple) else embedding}


def test_rows_stand_where_their_index_says():
    answer = {"data": [entry(1, (3, 4)), entry(0, (1, 2))]}
    np.testing.assert_array_equal(vectors_in(answer, count=2), np.array([[1, 2], [3, 4]], np.float32))


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        "text",
        {},
        {"data": None},
        {"data": {"0": [1.0]}},
        {"data": [1, 2]},
        {"data": [entry(0)]},
        {"data": [entry(0), entry(1), entry(2)]},
        {"data": [entry(0), entry(0)]},
        {"data": [entry(0), entry(1), entry(1)]},
        {"data": [entry(0), entry(2)]},
        {"data": [entry(0), entry(-1)]},
        {"data": [entry(0), entry("1")]},
        {"data": [entry(0), entry(True)]},
        {"data": [entry(0), {"embedding": [1.0, 2.0]}]},
        {"data": [entry(0), {"index": 1}]},
        {"data": [entry(0), entry(1, (1.0,))]},
        {"data": [entry(0, ()), entry(1, ())]},
        {"data": [entry(0, "AAAA"), entry(1, "AAAA")]},
        {"data": [entry(0, "not base64!"), entry(1)]},
        {"data": [entry(0, ("a", "b")), entry(1)]},
        {"data": [entry(0, ([1.0], [2.0])), entry(1)]},
        {"data": [entry(0, 5.0), entry(1, 6.0)]},
    ],
)
def test_whatever_is_not_one_vector_for_each_text_is_refused(answer):
    with pytest.raises(EmbeddingUnavailable, match="The embedding server's answer"):
        vectors_in(answer, count=2)
