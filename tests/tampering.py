"""What an intruder with the owner's password could do to the events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections


@contextmanager
def behind_its_back(table: str = "memories_event", guard: str = "keep_events") -> Iterator[Any]:
    """The owner of the tables with the guard put to sleep, as an intruder in the database would have it."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {guard}")
        try:
            yield cursor
        finally:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {guard}")
