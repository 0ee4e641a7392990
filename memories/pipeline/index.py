"""Vectors for passages that have none yet, and the fingerprint of their revision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from memories import access, outbox
from memories.engines.registry import embedder
from memories.models import Job, Passage
from memories.models.revision import LIVE
from memories.models.vectors import literal
from memories.text.speakers import told_by

PASSAGES_AT_ONCE = 64  # what one transaction writes: the workspace waits for it


def index(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Make the vectors of the jobs' revisions, some passages at a time. Twice gives the same rows.

    The model works outside any transaction; what was replaced, archived or forgotten meanwhile has no
    passages left, so a slow job cannot bring it back.
    """
    if not embedder().dimensions:
        return _done(jobs)  # embedding is switched off: words are all there is
    revision_ids = [job.revision_id for job in jobs]
    while waiting := _waiting(workspace, revision_ids):
        vectors = embedder().embed([_read(passage) for passage in waiting])
        _write(workspace, waiting, vectors, embedder().model_id)
    _write_fingerprints(workspace, revision_ids, embedder().model_id)
    return _done(jobs)


def _waiting(workspace: UUID, revision_ids: Sequence[UUID | None]) -> list[Passage]:
    rows = Passage.objects.filter(workspace_id=workspace, revision_id__in=list(revision_ids), vector=None)
    return list(rows.only("id", "text", "sentence", "speaker").order_by("id")[:PASSAGES_AT_ONCE])


def _read(passage: Passage) -> str:
    """What the embedder is to read of it, as services.drafts.Piece says."""
    return told_by(passage.text, passage.speaker) if passage.sentence else passage.text


def _write(workspace: UUID, passages: Sequence[Passage], vectors: NDArray[np.float32], model: str) -> None:
    """An UPDATE brings nothing back: passages deleted meanwhile are simply not there to be set."""
    params = {
        "workspace": workspace,
        "ids": [passage.pk for passage in passages],
        "vectors": [literal(vector) for vector in vectors],
        "size": vectors.shape[1],
        "model": model,
    }
    with transaction.atomic():
        access.lock_workspace(workspace)
        with connection.cursor() as cursor:
            cursor.execute(_SET_VECTORS, params)


_SET_VECTORS = """
    UPDATE memories_passage p SET vector = made.vector::halfvec, dimensions = %(size)s, model = %(model)s
    FROM unnest(%(ids)s::bigint[], %(vectors)s::text[]) AS made(id, vector)
    WHERE p.id = made.id AND p.workspace_id = %(workspace)s"""


def _write_fingerprints(workspace: UUID, revision_ids: Sequence[UUID | None], model: str) -> None:
    """The normalised mean of its paragraphs' vectors stands for the whole of a live text (intake.embed). What
    stood there goes first: which columns make it unique depends on how the tables are divided.
    """
    params: dict[str, Any] = {
        "workspace": workspace,
        "revisions": list(revision_ids),
        "model": model,
        "live": list(LIVE),
    }
    with transaction.atomic():
        access.lock_workspace(workspace)
        with connection.cursor() as cursor:
            cursor.execute(_REPLACED_FINGERPRINTS, params)
            cursor.execute(_SET_FINGERPRINTS, params)


_REPLACED_FINGERPRINTS = """
    DELETE FROM memories_fingerprint
    WHERE workspace_id = %(workspace)s AND revision_id = ANY(%(revisions)s::uuid[]) AND revision_id IN (
      SELECT p.revision_id FROM memories_passage p JOIN memories_revision r ON r.id = p.revision_id
      WHERE p.workspace_id = %(workspace)s AND p.revision_id = ANY(%(revisions)s::uuid[])
        AND p.sentence = 0 AND p.model = %(model)s AND r.status = ANY(%(live)s))"""
_SET_FINGERPRINTS = """
    INSERT INTO memories_fingerprint (revision_id, workspace_id, vector, dimensions, model)
    SELECT p.revision_id, p.workspace_id, l2_normalize(avg(p.vector)), min(p.dimensions), p.model
    FROM memories_passage p JOIN memories_revision r ON r.id = p.revision_id
    WHERE p.workspace_id = %(workspace)s AND p.revision_id = ANY(%(revisions)s::uuid[])
      AND p.sentence = 0 AND p.model = %(model)s AND r.status = ANY(%(live)s)
    GROUP BY p.revision_id, p.workspace_id, p.model"""


def _done(jobs: Sequence[Job]) -> None:
    for job in jobs:
        outbox.done(job)
