"""Asks questions of the server that the environment names, and prints what was found and how long it took."""

from __future__ import annotations

import json
import sys
import time

import django

django.setup()

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
        for question in questions:
            began = time.perf_counter()
            answer = recall(actor, query=question, workspace=BIG)
            seconds.append(time.perf_counter() - began)
            found.append([each.name for each in answer.memories])
    print(json.dumps({"found": found[WARM_UP:], "seconds": seconds[WARM_UP:]}))


if __name__ == "__main__":
    main()
