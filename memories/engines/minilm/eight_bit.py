"""Weights as 8-bit integers: symmetric, one scale per block of a matrix or per row of a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_MOST = 127
# MatMulNBits stores unsigned bytes and takes this value for zero.
_ZERO = 128


def blocks_of(matrix: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A (rows, columns) matrix as MatMulNBits reads it: bytes (rows, columns/32, 32), scales (rows *
    columns/32).
    """
    rows, columns = matrix.shape
    blocks = matrix.reshape(rows, columns // BLOCK, BLOCK)
    scales = _scales(blocks)
    return (_steps(blocks, scales) + _ZERO).astype(np.uint8), scales.reshape(-1)


def rows_of(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A (rows, columns) table as bytes of the same shape, with scales (rows, 1)."""
    scales = _scales(table)
    return _steps(table, scales).astype(np.int8), scales


def _scales(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The size of one step along the last axis; 1 where all is zero, to divide by."""
    largest = np.abs(values).max(axis=-1, keepdims=True)
    return np.where(largest > 0, largest / _MOST, 1).astype(np.float32)


def _steps(values: NDArray[np.float32], scales: NDArray[np.float32]) -> NDArray[np.float32]:
    steps: NDArray[np.float32] = np.clip(np.rint(values / scales), -_MOST, _MOST)
    return steps
