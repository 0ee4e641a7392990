"""What an intruder with the owner's password could do to the events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections


@contextmanager
def behind_its_back() -> Iterator[Any]:
    """The owner of the tables with the guard put to sleep, as an intruder in the database would have it."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE memories_event DISABLE TRIGGER keep_events")
        try:
            yield cursor
        finally:
            cursor.execute("ALTER TABLE memories_event ENABLE TRIGGER keep_events")
