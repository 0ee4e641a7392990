"""Telling the triggers why rows that never change are deleted or changed (sql/immutability.sql)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

FORGET, RETENTION, PURGE, REDACT, RESTORE = "forget", "retention", "purge", "redact", "restore"
_SETTING = "continuum.purpose"


@contextmanager
def purpose(wanted: str) -> Iterator[None]:
    """For the length of the block, within a transaction. An error takes the setting back with the rest."""
    _declare(wanted)
    yield
    _declare("")


def _declare(wanted: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [_SETTING, wanted])
