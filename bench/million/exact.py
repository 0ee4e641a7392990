"""Every vector of a workspace held against a question, one by one: what a search should find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connections
from numpy.typing import NDArray

AT_ONCE = 20_000  # rows
FIRST = 400  # passages of each block; several may belong to one paragraph
_HEADER = 4  # bytes before the numbers of a halfvec as it is sent


@dataclass(frozen=True, slots=True)
class Everything:
    """A workspace's vectors as the database has them, shape (passages, dimensions), and of each the id of its
    paragraph's own passage.
    """

    vectors: NDArray[np.float16]
    paragraphs: NDArray[np.int64]

    def nearest(self, questions: NDArray[np.float32], *, most: int) -> list[list[int]]:
        """For each question the paragraphs with the nearest passages, the nearest first."""
        parts = [self._best(questions, at) for at in range(0, len(self.vectors), AT_ONCE)]
        scores, places = (np.concatenate(each, axis=1) for each in zip(*parts, strict=True))
        return [
            list(dict.fromkeys(self.paragraphs[row[np.argsort(-score, kind="stable")]].tolist()))[:most]
            for score, row in zip(scores, places, strict=True)
        ]

    def _best(self, questions: NDArray[np.float32], at: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The scores and places of a block's best, shape (questions, FIRST)."""
        block = self.vectors[at : at + AT_ONCE].astype(np.float32)
        scores = questions @ (block / np.linalg.norm(block, axis=1, keepdims=True)).T
        best = np.argsort(-scores, axis=1)[:, :FIRST]
        return np.take_along_axis(scores, best, axis=1), best + at


def everything_in(workspace: UUID) -> Everything:
    vectors, keys, own = [], [], {}
    for pk, revision, ordinal, sentence, sent in _rows(workspace):
        vectors.append(np.frombuffer(sent, ">f2", offset=_HEADER).astype(np.float16))
        keys.append((revision, ordinal))
        if sentence == 0:
            own[revision, ordinal] = pk
    return Everything(np.stack(vectors), np.array([own[key] for key in keys]))


def _rows(workspace: UUID) -> Iterator[Sequence[object]]:
    owner = connections["owner"]
    owner.ensure_connection()
    with owner.connection.transaction(), owner.connection.cursor(name="everything") as cursor:
        cursor.itersize = AT_ONCE
        cursor.execute(
            "SELECT id, revision_id, ordinal, sentence, halfvec_send(vector::halfvec)"
            " FROM memories_passage WHERE workspace_id = %s AND vector IS NOT NULL",
            [workspace],
        )
        yield from cursor
