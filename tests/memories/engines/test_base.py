from __future__ import annotations

import numpy as np
import pytest

from continuum.kernel.errors import ConfigurationProblem, ContinuumError
from memories.engines.base import (
    LONGEST_MODEL_ID,
    EmbeddingOff,
    EmbeddingUnavailable,
    EngineError,
    EngineMisconfigured,
    encodable,
    model_identity,
    unit_rows,
)


def test_the_first_part_of_an_identity_is_the_models_own_name():
    assert model_identity("BAAI/bge-m3", "openai", "host:1/v1") == "bge-m3/openai:host:1/v1"
    assert model_identity("bge-m3", "onnx") == "bge-m3/onnx"


@pytest.mark.parametrize("size", [10, 90, 500])
def test_an_identity_fits_its_column_and_tells_long_origins_apart(size):
    one, other = (model_identity("m" * size, "openai", "x" * size + end) for end in "ab")
    assert one != other
    assert max(len(one), len(other)) <= LONGEST_MODEL_ID


def test_lone_surrogates_become_question_marks_and_nothing_else_changes():
    assert encodable("a\ud800b 山 🎉") == "a?b 山 🎉"
    assert encodable("plain\x00") == "plain\x00"


def test_unit_rows_have_length_one_and_keep_their_direction():
    rows = unit_rows(np.array([[3, 4], [0, -2]], np.float32))
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0, -1]], rtol=1e-6)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_row_without_a_direction_is_refused(bad):
    with pytest.raises(EmbeddingUnavailable, match="zero or not a number"):
        unit_rows(np.array([[1, 0], [bad, 0]], np.float32))


def test_the_errors_are_part_of_the_one_tree():
    assert issubclass(EngineError, ContinuumError)
    assert issubclass(EngineMisconfigured, EngineError | ConfigurationProblem)
    assert issubclass(EmbeddingOff, EmbeddingUnavailable)
    assert EngineMisconfigured("x").code == "CONFIGURATION_ERROR"
    assert EmbeddingUnavailable("x").status == 503
