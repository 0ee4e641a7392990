"""Which words are common in a workspace, counted anew as it grows (see sql/search_words.sql)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection, transaction

from memories import access, outbox
from memories.models import Job

# More passages than this hold a word that is counted: search lets rarer ones choose before it.
COMMON_FROM = 100


def count_words(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Replace the workspace's list of common words. Several jobs at once are one count."""
    with transaction.atomic():
        access.lock_workspace(workspace)
        with connection.cursor() as cursor:
            cursor.execute("SELECT continuum_count_words(%s, %s)", [workspace, COMMON_FROM])
    for job in jobs:
        outbox.done(job)
