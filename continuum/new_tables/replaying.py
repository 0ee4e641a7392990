"""Make all tables of an empty database by the recorded statements."""

from __future__ import annotations

import re
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

STATEMENTS = Path(__file__).with_name("statements.sql")
_ROOT = Path(__file__).resolve().parents[2]
_FROM = re.compile(r"^-- from (\S+)$", re.MULTILINE)
_APPLIED = re.compile(r"^-- applied (\w+)\.(\w+)$", re.MULTILINE)


def replay(connection: BaseDatabaseWrapper) -> bool:
    """Make all or none, and return whether that was done: sent as one, the statements are one transaction.

    It is not where there are tables, nor where other migrations are at hand than were recorded, as with an
    app more or another version of a package: then it is for Django to migrate.
    """
    if connection.introspection.table_names():
        return False
    script = STATEMENTS.read_text("utf-8")
    if set(_APPLIED.findall(script)) != set(MigrationLoader(connection).disk_migrations):
        return False
    with connection.cursor() as cursor:
        cursor.execute(_FROM.sub(lambda named: (_ROOT / named[1]).read_text("utf-8"), script))
    return True
