"""`manage.py vacuum_erased`: what was forgotten leaves the database's files too.

Postgres marks a deleted row's bytes as free and overwrites them some day; its planner keeps samples of
columns, of a table that has become empty for ever. Only writing the tables anew, and the samples after them,
is sure to end both.
"""

from __future__ import annotations

import re
from typing import Any

import psycopg
from django.core.management import BaseCommand, CommandError
from django.db import OperationalError, connections

LOCK_SECONDS = 30
_STATISTICS = '"pg_catalog"."pg_statistic"'
_TABLES = """
    SELECT oid::regclass::text, relkind = 'p' FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relowner = current_user::regrole ORDER BY 1"""
# ANALYZE would leave those of an empty table as they were.
_CLEAR_SAMPLES = """
    SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats
    WHERE schemaname = 'public' AND format('%%I.%%I', schemaname, tablename)::regclass = %s::regclass"""
_DEAD = re.compile(r"\d+")


class Command(BaseCommand):
    help = (
        "Write every table anew, so that the data files hold nothing of what was forgotten. Reads and writes"
        " wait for it: seconds on a laptop, longer the more is stored. Exits 1 where something had to stay."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
            cursor.execute(_TABLES)
            tables = cursor.fetchall()
            try:
                kept = sum(_rewritten_with_samples(cursor, table, in_parts) for table, in_parts in tables)
                kept += _rewritten(cursor, _STATISTICS, "FULL, VERBOSE")
            except OperationalError as error:
                raise CommandError(f"A table is in use and was not written anew: {error}") from error
            finally:
                cursor.execute("RESET lock_timeout")
        if kept:
            raise CommandError(
                f"{kept} dead rows had to stay: a transaction is open that began before. Run it again."
            )
        self.stdout.write(
            f"{len(tables)} tables are written anew; nothing that was forgotten is left in them."
        )


def _rewritten_with_samples(cursor: Any, table: str, in_parts: bool) -> int:
    """Of a table in parts the samples alone: each part is a table."""
    cursor.execute(_CLEAR_SAMPLES, [table])
    if in_parts:
        cursor.execute(f"ANALYZE ONLY {table}")
        return 0
    return _rewritten(cursor, table, "FULL, ANALYZE, VERBOSE")


def _rewritten(cursor: Any, table: str, how: str) -> int:
    """Write a table and its indexes anew; says how many dead rows had to stay for somebody who may still
    see them.
    """
    kept: list[int] = []

    def told(notice: psycopg.errors.Diagnostic) -> None:
        if found := _DEAD.match(notice.message_detail or ""):
            kept.append(int(found[0]))

    raw = cursor.connection
    raw.add_notice_handler(told)
    try:
        cursor.execute(f"VACUUM ({how}) {table}")
    finally:
        raw.remove_notice_handler(told)
    return sum(kept)
