"""What alice's agents did in the last weeks: they asked, were told unasked, and handed tasks over."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access
from memories.injection.answering import answer
from memories.injection.inject import inject
from memories.models import Activity
from memories.pipeline.work import work as read_facts
from tests.stories import remember

QUESTIONS = [
    "When is the shop deployed?",
    "Which port does the staging database listen on?",
    "How do I write to customers?",
    "What does Ana drink?",
    "Who counts the stock in warehouse two?",
    "quantum chromodynamics",
]


SPOKEN = [
    ("ana-work", "Ana works at Acme Corp. Ana lives in Ghent. Ben works at Acme Corp."),
    ("ben-city", "Ben lives in Bruges. Ben uses Python for the shop at Acme Corp."),
    ("ines-lead", "Ines leads Project Delta. Ines lives in Ghent. See [[ana-work]]."),
    ("delta-stack", "Project Delta uses Django and PostgreSQL. Ana works on Project Delta."),
    ("li-lei", "李雷住在上海。李雷在 Acme Corp 工作。"),
]


def work(agent: Actor, person: Actor) -> None:
    """Questions and contexts over some weeks."""
    with access.acting(agent) as codex:
        for name, text in SPOKEN:
            remember(codex, text, name=name, kind="reference")
        read_facts()
        for place, question in enumerate(QUESTIONS):
            answer(codex, query=question, limit=3)
            inject(codex, prompt=f"{question} Tell me before I start with the work of today, please.")
            _spread(codex, place)


def _spread(actor: Actor, place: int) -> None:
    """Some of what was just done as if it had been done days ago, at other hours."""
    newest = Activity.objects.filter(client=actor.client).order_by("-pk").values_list("pk", flat=True)[:2]
    for pk in list(newest):
        rows = Activity.objects.filter(pk=pk)
        for again in range(place + 1):
            row = rows.get()
            row.pk = None
            row.at = timezone.now() - timedelta(days=place * 3 + again, hours=place * 5 + again)
            row.milliseconds = 12.0 + 7 * again + 3 * place
            row.save(force_insert=True)
