"""Facts of revisions that came into force, and what it means for others that one went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from continuum.kernel.actor import Permission
from memories import outbox
from memories.engines.extraction.base import (
    BudgetSpent,
    ExtractionInvalid,
    ExtractionUnavailable,
    Extractor,
    Source,
)
from memories.engines.extraction.rules import Rules
from memories.engines.registry import extractor
from memories.models import Job, Revision, Trust
from memories.pipeline.worker import worker_for
from memories.services.budgets import Budget
from memories.services.facts import Extracted, put_facts, speaks
from memories.services.turns import turn
from memories.text.claims.claim import Reading
from memories.text.sources import named_source
from memories.text.speakers import person_named

REVISIONS_AT_ONCE = 16  # what one transaction writes: the workspace waits for it
MODEL_TRIES = 4  # of the job, each of several calls; then the local rules read the text
NOTHING = Reading((), ())
_OWN_KINDS = frozenset({"user", "user_preference", "user_fact"})


def facts(workspace: UUID, jobs: Sequence[Job]) -> None:
    """See to the facts of the jobs' revisions, some at a time. Twice gives the same rows.

    Texts are read outside any transaction. What came into force or went meanwhile is asked again within it,
    so that a slow reading puts nothing down for a text that was replaced, archived or forgotten.
    """
    for start in range(0, len(jobs), REVISIONS_AT_ONCE):
        some = jobs[start : start + REVISIONS_AT_ONCE]
        read = list(_Readings(workspace, jobs[start:]).of(some))
        with turn(worker_for(workspace), workspace, Permission.WRITE) as writing:
            put_facts(writing, [extracted for _, extracted in read])
        for job, _ in read:
            outbox.done(job)


class _Readings:
    """Reads the texts of jobs; as the meter of a model's calls it also keeps the jobs that wait behind."""

    def __init__(self, workspace: UUID, waiting: Sequence[Job]) -> None:
        self._workspace, self._waiting = workspace, waiting
        self._budget = Budget(workspace)

    def of(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Extracted]]:
        """The jobs that were done, with what was read. The others say for themselves why they were not."""
        ids = [job.revision_id for job in jobs if job.revision_id]
        rows = Revision.objects.filter(workspace_id=self._workspace, pk__in=ids).select_related("memory")
        revisions = {revision.pk: revision for revision in rows}
        for job in jobs:
            revision = revisions.get(job.revision_id) if job.revision_id else None
            extracted = self._extracted(job, revision) if revision is not None else None
            if extracted is not None or revision is None:
                yield job, extracted or Extracted(self._workspace, NOTHING, "")

    def _extracted(self, job: Job, revision: Revision) -> Extracted | None:
        if revision.value is not None or not speaks(revision, timezone.now()):
            return Extracted(revision.pk, NOTHING, "")  # JSON makes no sentences; search finds it
        reader = extractor()
        if revision.memory.private and not reader.local:
            reader = Rules()  # what is private is sent nowhere
        try:
            return self._read(revision, reader)
        except BudgetSpent:
            return self._read(revision, Rules())
        except ExtractionInvalid as error:
            outbox.give_up(job, error=type(error).__name__)
        except ExtractionUnavailable as error:
            if job.attempts >= MODEL_TRIES:
                return self._read(revision, Rules())
            outbox.put_back(job, error=type(error).__name__, rest=timedelta(seconds=error.seconds))
        return None

    def _read(self, revision: Revision, reader: Extractor) -> Extracted:
        reading = reader.extract(source_of(revision), meter=self)
        return Extracted(revision.pk, reading, reader.model_id)

    def reserve(self, *, tokens: int, micros: int) -> bool:
        outbox.hold(self._waiting, seconds=settings.LEASE_SECONDS)
        return self._budget.reserve(tokens=tokens, micros=micros)

    def settle(self, *, reserved: tuple[int, int], spent: tuple[int, int]) -> None:
        self._budget.settle(reserved=reserved, spent=spent)


def source_of(revision: Revision) -> Source:
    """The text with who says `I` in it: whom its source names, else the owner in the owner's own words."""
    own = revision.trust == Trust.OWNER or revision.memory.kind in _OWN_KINDS
    speaker = person_named(named_source(revision.source)) or (settings.OWNER_NAME if own else "")
    return Source(revision.content, speaker=speaker, user=settings.OWNER_NAME, told=_told(revision))


def _told(revision: Revision) -> date | None:
    """The day of its source, else that of the writing; when something from outside was told is not known."""
    if revision.source_date is None and revision.trust not in (Trust.OWNER, Trust.AGENT):
        return None
    return (revision.source_date or revision.created_at).astimezone(UTC).date()
