"""Asks questions of the server that the environment names, and prints what was found, how long it took and
how many parts of the passages a recall looked into (0 of whole ones). `exactly`: without the vector index.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from bench.corpus import TOPICS, Corpus  # noqa: E402
from bench.store import BIG  # noqa: E402
from continuum.kernel.actor import EVERYTHING, Actor  # noqa: E402
from memories import access  # noqa: E402
from memories.recall.recall import recall  # noqa: E402
from memories.services.workspaces import open_workspaces  # noqa: E402
from oauth.services.people import find_person  # noqa: E402

WARM_UP, SEED = 20, 7


def main() -> None:
    person, count = find_person(sys.argv[1]), int(sys.argv[2])
    if person is None:
        raise SystemExit("There is no such person on this server.")
    actor = Actor(
        person.pk,
        client="bench",
        agent="bench",
        workspaces=open_workspaces(person.pk),
        permissions=EVERYTHING,
    )
    corpus = Corpus(seed=SEED)
    questions = [corpus.question(topic=topic % TOPICS) for topic in range(WARM_UP + count)]
    found, seconds = [], []
    with access.acting(actor):
        if sys.argv[3:] == ["exactly"]:
            _ran("SET enable_indexscan = off")  # bitmaps of the other indexes are left
        for question in questions:
            began = time.perf_counter()
            answer = recall(actor, query=question, workspace=BIG)
            seconds.append(time.perf_counter() - began)
            found.append([each.name for each in answer.memories])
        parts = _parts_of(actor, questions[0])
    print(json.dumps({"found": found[WARM_UP:], "seconds": seconds[WARM_UP:], "parts": parts}))


def _parts_of(actor: Actor, question: str) -> int:
    """As this connection counts it, every function that the search calls included."""
    _ran("SELECT pg_stat_force_next_flush()")
    with transaction.atomic():
        recall(actor, query=question, workspace=BIG)
        return len(_ran(_LOOKED_INTO))


_LOOKED_INTO = r"""
    SELECT relname FROM pg_stat_xact_all_tables
    WHERE relname ~ '^memories_passage_p\d+$' AND coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0"""


def _ran(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall()) if cursor.description else []


if __name__ == "__main__":
    main()
