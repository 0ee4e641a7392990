"""Finding again: access -> candidates by channel -> one pure ranking -> memories with receipts. One pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.engines.configured import embedded
from memories.models import Memory, Passage, Revision
from memories.recall import candidates as channels_of
from memories.recall.answers import Recalled, Receipt, Remembered, remembered
from memories.recall.candidates import CANDIDATES, Reach
from memories.recall.cursors import cursor_for, position_in
from memories.recall.listing import listed
from memories.recall.query import Query, checked_query
from memories.recall.ranking import Channels, Ranked, ranked
from memories.text.words import query_terms

QUERY_DEADLINE_SECONDS = 1.5


def recall(actor: Actor, *, query: str | None = None, cursor: str | None = None, **asked: Any) -> Recalled:
    """The memories that answer a query, best first, or, without one, those that fit the filters, newest first.

    Filters: workspace (read together with the reader's default one), names, kinds, tags, tiers, scopes, statuses,
    trust, since/until (ISO dates in the reader's zone), task_id, private, limit 1 to 100.
    Raises Forbidden, NotFound (the workspace), ValidationFailed (any field, a foreign cursor).
    """
    actor.require(Permission.READ)
    wanted = checked_query(actor, query=query, **asked)
    workspaces = access.reading_ids(actor, wanted.workspace)
    private = access.asked_private(actor, wanted.private)
    if wanted.text is None:
        return listed(actor, wanted, workspaces, cursor)
    reach = Reach(workspaces, access.reaches(actor, task_id=wanted.task_id), private, wanted.filters)
    return _searched(actor, wanted, reach, cursor)


def _searched(actor: Actor, wanted: Query, reach: Reach, cursor: str | None) -> Recalled:
    fingerprint = wanted.fingerprint(actor)
    start = int(position_in(cursor, fingerprint) or 0)
    most = max(CANDIDATES, start + wanted.limit)
    text = wanted.text or ""
    made = embedded([text], seconds=QUERY_DEADLINE_SECONDS)
    vector = None if made.vectors is None else made.vectors[0]
    hits = _ranked(text, reach, vector, made.model, most)
    page = hits[start : start + wanted.limit]
    more = len(hits) > start + wanted.limit
    return Recalled(
        memories=_read(actor, page),
        mode="hybrid" if vector is not None else "words-only",
        mode_reason=made.reason,
        candidates=len(hits),
        still_indexing=channels_of.waiting_for_vectors(reach.workspaces),
        next_cursor=cursor_for(fingerprint, start + wanted.limit) if more else None,
    )


def _ranked(text: str, reach: Reach, vector: NDArray[np.float32] | None, model: str, most: int) -> list[Ranked]:
    terms = query_terms(text).searched
    channels = Channels(
        meaning=channels_of.by_meaning(reach, vector, model, most=most) if vector is not None else (),
        words=channels_of.by_words(reach, terms, most=most),
        name=channels_of.by_name(reach, text),
    )
    if not channels.all:
        return []
    found = channels_of.candidates(channels.all, vector=vector, model=model, terms=terms)
    return ranked(found, channels, model=model, now=timezone.now())


def _read(actor: Actor, page: Sequence[Ranked]) -> list[Remembered]:
    """The memories of a page with their receipts, in its order, in two statements."""
    hits = [hit.candidate for hit in page]
    revisions, passages = channels_of.revisions_of(hits), channels_of.passages_of(hits)
    names: dict[UUID, str] = {workspace: name for name, workspace in actor.workspaces.items()}
    return [
        _remembered(hit, revisions[hit.candidate.revision_id], passages[hit.candidate.passage_id], names)
        for hit in page
        if hit.candidate.revision_id in revisions and hit.candidate.passage_id in passages
    ]


def _remembered(hit: Ranked, revision: Revision, passage: Passage, names: dict[UUID, str]) -> Remembered:
    memory: Memory = revision.memory
    receipt = Receipt(
        score=round(hit.score, 4),
        ranks=hit.ranks,
        similarity=None if hit.candidate.similarity is None else round(hit.candidate.similarity, 4),
        word_rank=round(hit.candidate.word_rank, 4),
        passage=passage.text,
        section=passage.section,
        reasons=hit.reasons,
    )
    return remembered(memory, revision, workspace=names[memory.workspace_id], receipt=receipt)
