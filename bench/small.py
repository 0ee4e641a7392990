"""Ten memories in a workspace of their own, beside very many: does a recall there find the five best,
always?
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db import connection

from bench.corpus import Corpus
from bench.store import SMALL, SMALL_TOPIC
from continuum.kernel.actor import Actor
from memories import access
from memories.engines.registry import embedder
from memories.models.vectors import literal
from memories.recall.asked import Asked
from memories.recall.candidates import Candidate, Found
from memories.recall.ranking import ranked
from memories.recall.recall import recall
from memories.text.words import query_terms

BEST = 5
MOST_QUESTIONS_IN_VAIN = 10  # for each one that has five answers


def fewest_hits(actor: Actor, corpus: Corpus, *, questions: int) -> int:
    """How many of the BEST best a recall found when it found fewest."""
    fewest = BEST
    with access.acting(actor):
        for question, best in _answered(actor, corpus, questions):
            found = recall(actor, query=question, workspace=SMALL, limit=BEST).memories
            fewest = min(fewest, len(best & {memory.revision_id for memory in found}))
    return fewest


def _answered(actor: Actor, corpus: Corpus, questions: int) -> Iterator[tuple[str, set[UUID]]]:
    """Questions that have at least BEST answers, with the ids of the best."""
    left = questions
    for _ in range(questions * MOST_QUESTIONS_IN_VAIN):
        question = corpus.question(topic=SMALL_TOPIC)
        best = _exactly_best(actor, question)
        if len(best) == BEST:
            yield question, best
            left -= 1
        if not left:
            return
    raise RuntimeError("The workspace of ten answers too few questions: it needs texts on their topic.")


def _exactly_best(actor: Actor, question: str) -> set[UUID]:
    """Every passage of the workspace scored, none searched for, then ranked as recall ranks."""
    engine = embedder()
    params: dict[str, Any] = {
        "workspace": actor.workspaces[SMALL],
        "vector": literal(engine.embed([question])[0]),
        "terms": list(query_terms(question).searched),
    }
    with connection.cursor() as cursor:
        cursor.execute(_EVERY_PARAGRAPH, params)
        every = [Candidate(*row) for row in cursor.fetchall()]
    found = Found(every, meaning=(), words=(), name=(), about=(), steps=(), links={}, waiting=0)
    order = ranked(found, asked=Asked(), model=engine.model_id, now=time.time())
    return {hit.candidate.revision_id for hit in order[:BEST]}


_EVERY_PARAGRAPH = """
    SELECT max(p.id) FILTER (WHERE p.sentence = 0), p.revision_id,
      max(1 - (p.vector <=> %(vector)s::halfvec)) FILTER (WHERE p.sentence = 0),
      max(1 - (p.vector <=> %(vector)s::halfvec)) FILTER (WHERE p.sentence > 0),
      max(continuum_rank(p.words, continuum_weigh(ARRAY[%(workspace)s::uuid], %(terms)s::text[]))),
      max(p.speaker), max(p.source_key), max(date_part('epoch', p.told_at)), r.status,
      date_part('epoch', r.created_at)
    FROM memories_passage p JOIN memories_revision r ON r.id = p.revision_id
    WHERE p.workspace_id = %(workspace)s GROUP BY p.revision_id, p.ordinal, r.status, r.created_at"""
