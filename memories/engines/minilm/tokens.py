"""Texts to token ids, and token ids to batches that waste little on padding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from memories.engines.base import encodable
from memories.engines.minilm.model import MAX_TOKENS

# Padded tokens in one batch. Larger ones gain no speed, cost memory that the process keeps, and let a query
# wait.
BATCH_TOKENS = 512
# More than MAX_TOKENS tokens ever span in writing; a text of a megabyte would take two seconds to take apart.
MAX_CHARACTERS = 8192

Ids = list[int]


class Tokens:
    """The model's own tokenizer. Safe to use from several threads."""

    def __init__(self, tokenizer_json: str) -> None:
        self._tokenizer = Tokenizer.from_str(tokenizer_json)
        # The file asks for 128 tokens, padded: both would change the vectors.
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def ids(self, text: str) -> Ids:
        """From 2 (the empty text's start and end) to MAX_TOKENS ids."""
        ids: Ids = self._tokenizer.encode(encodable(text[:MAX_CHARACTERS])).ids
        return ids


def batches(lengths: Sequence[int]) -> list[list[int]]:
    """Positions, shortest first, in groups whose size times longest length is at most BATCH_TOKENS."""
    groups: list[list[int]] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        if not groups or (len(groups[-1]) + 1) * lengths[position] > BATCH_TOKENS:
            groups.append([])
        groups[-1].append(position)
    return groups


def padded(rows: Sequence[Ids]) -> dict[str, NDArray[np.int64]]:
    """The network's inputs: ids filled up with zeros to the longest row, and a mask that is 1 for each
    real one.
    """
    shape = (len(rows), max(map(len, rows)))
    ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    return {"input_ids": ids, "attention_mask": mask}
