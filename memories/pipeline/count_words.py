"""Which words are common in a workspace, counted anew as it grows (see sql/search_words.sql)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection, transaction

from memories import access, outbox
from memories.models import Job

COMMON_FROM = (
    500  # passages that hold a word, above which it no longer chooses candidates where a rarer one can
)


def count_words(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Replace the workspace's list of common words. Several jobs at once are one count."""
    with transaction.atomic():
        access.lock_workspace(workspace)
        with connection.cursor() as cursor:
            cursor.execute("SELECT continuum_count_words(%s, %s)", [workspace, COMMON_FROM])
    for job in jobs:
        outbox.done(job)
