"""Facts of revisions that came into force, and what it means for others that one went."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from memories import outbox
from memories.engines.extraction.base import Source
from memories.engines.extraction.rules import Rules
from memories.models import Job, Revision, Trust
from memories.pipeline.worker import worker_for
from memories.services.facts import Extracted, put_facts, speaks
from memories.services.turns import turn
from memories.text.claims.claim import Reading

REVISIONS_AT_ONCE = 16  # what one transaction writes: the workspace waits for it
NOTHING = Reading((), ())
_OWN_KINDS = frozenset({"user", "user_preference", "user_fact"})
_VIA = re.compile(r"\s*\(via [^()]*\)\Z")
_PERSON = re.compile(r"[^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’.-]*){0,2}")


def facts(workspace: UUID, jobs: Sequence[Job]) -> None:
    """See to the facts of the jobs' revisions, some at a time. Twice gives the same rows.

    Texts are read outside any transaction. What came into force or went meanwhile is asked again within it,
    so that a slow reading puts nothing down for a text that was replaced, archived or forgotten.
    """
    for start in range(0, len(jobs), REVISIONS_AT_ONCE):
        some = jobs[start : start + REVISIONS_AT_ONCE]
        extracted = _extracted(workspace, [job.revision_id for job in some if job.revision_id])
        with turn(worker_for(workspace), workspace) as writing:
            put_facts(writing, extracted)
        for job in some:
            outbox.done(job)


def _extracted(workspace: UUID, revision_ids: Sequence[UUID]) -> list[Extracted]:
    rows = Revision.objects.filter(workspace_id=workspace, pk__in=revision_ids).select_related("memory")
    return [_read(revision) for revision in rows]


def _read(revision: Revision) -> Extracted:
    """JSON makes no sentences; it is found by search alone."""
    reader = Rules()
    silent = revision.value is not None or not speaks(revision, timezone.now())
    reading = NOTHING if silent else reader.extract(source_of(revision), meter=None)
    return Extracted(revision.pk, reading, reader.model_id)


def source_of(revision: Revision) -> Source:
    """The text with who says `I` in it: whom its source names, else the owner in the owner's own words."""
    named = _VIA.sub("", revision.source)
    own = revision.trust == Trust.OWNER or revision.memory.kind in _OWN_KINDS
    speaker = named if _PERSON.fullmatch(named) else settings.OWNER_NAME if own else ""
    return Source(revision.content, speaker=speaker, user=settings.OWNER_NAME)
