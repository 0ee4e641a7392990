"""A full review queue, as a person has it: how long its list takes, and a hundred decisions at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.corpus import TOPICS, Corpus
from bench.store import QUEUE
from continuum.kernel.actor import Actor
from memories import access
from memories.intake.submit import submit_all
from memories.recall.proposals import page_of_proposals
from memories.services.drafts import Draft
from memories.services.review import Decision, decide_many
from oauth.models import User

AT_ONCE = 100
"""Decisions of one request, as many as the list shows on a page."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Seconds that the server takes for the list, and for deciding on a hundred; statements of one list."""

    waiting: int
    lists: Sequence[float]
    decisions: Sequence[float]
    statements: int

    @property
    def list_ms(self) -> float:
        return median(self.lists) * 1_000

    @property
    def decide_s(self) -> float:
        return median(self.decisions)


def measure(actor: Actor, corpus: Corpus, *, waiting: int, times: int) -> Queue:
    """Fill the queue, look at it, then decide on all of it: approve and reject in turn."""
    with access.acting(actor):
        texts = [corpus.text(topic=place % TOPICS) for place in range(waiting)]
        for start in range(0, waiting, AT_ONCE):
            some = texts[start : start + AT_ONCE]
            drafts = [Draft(content=text, workspace=QUEUE, propose_only=True) for text in some]
            submit_all(actor, drafts=drafts)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(_staff(actor))
    lists = [_listed(browser) for _ in range(times + 1)][1:]  # the first fills caches
    with CaptureQueriesContext(connection) as statements:
        _listed(browser)
    with access.acting(replace(actor, person=True)) as person:
        decisions = _all_decided(person)
    return Queue(waiting, lists, decisions, len(statements))


def _staff(actor: Actor) -> User:
    user = User.objects.get(pk=actor.user_id)
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    return user


def _listed(browser: Client) -> float:
    start = time.perf_counter()
    answer = browser.get(reverse("admin:memories_proposal_changelist"))
    taken = time.perf_counter() - start
    if answer.status_code != 200:
        raise RuntimeError(f"The review queue answered {answer.status_code}.")
    return taken


def _all_decided(person: Actor) -> list[float]:
    taken: list[float] = []
    while page := page_of_proposals(person, workspace=QUEUE, limit=AT_ONCE).proposals:
        asked = [proposal.revision.pk for proposal in page]
        decision = Decision.REJECT if len(taken) % 2 else Decision.APPROVE
        start = time.perf_counter()
        done = decide_many(person, revision_ids=asked, decision=decision)
        taken.append(time.perf_counter() - start)
        if not all(one.done for one in done):
            raise RuntimeError("A proposal of the queue could not be decided.")
    return taken
