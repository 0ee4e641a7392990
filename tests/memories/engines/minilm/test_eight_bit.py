from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from memories.engines.minilm.eight_bit import BLOCK, blocks_of, rows_of

MATRICES = arrays(np.float32, (3, 2 * BLOCK), elements=st.floats(-8, 8, width=32, allow_subnormal=False))


@given(MATRICES)
def test_a_block_comes_back_within_half_a_step(matrix):
    steps, scales = blocks_of(matrix)
    assert (steps.shape, steps.dtype) == ((3, 2, BLOCK), np.uint8)
    assert (scales.shape, scales.dtype) == ((6,), np.float32)
    scales = scales.reshape(3, 2, 1)
    back = (steps.astype(np.float32) - 128) * scales
    assert (np.abs(back - matrix.reshape(3, 2, BLOCK)) <= scales * 0.501).all()


@given(MATRICES)
def test_a_row_of_a_table_comes_back_within_half_a_step(table):
    steps, scales = rows_of(table)
    assert (steps.dtype, scales.shape) == (np.int8, (3, 1))
    assert (np.abs(steps * scales - table) <= scales * 0.501).all()


@pytest.mark.parametrize("value", [0.0, 1e-30, 5.0])
def test_zero_stays_zero_and_the_largest_value_is_kept(value):
    matrix = np.zeros((1, BLOCK), np.float32)
    matrix[0, 3] = -value
    steps, scales = blocks_of(matrix)
    back = (steps.astype(np.float32) - 128) * scales
    assert back[0, 0, 3] == pytest.approx(-value, rel=1e-6)
    assert np.count_nonzero(back) == (value > 0)
