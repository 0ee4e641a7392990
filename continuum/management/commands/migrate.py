"""`manage.py migrate`: Django's own, as the owner of the tables, one process at a time.

In an empty database the tables are made in one step (`continuum.new_tables`), which leaves Django nothing to
do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections

from continuum.new_tables.replaying import replay

OWNER = "owner"
# Any fixed number, the same in every version: one lock per database for whoever migrates it.
ADVISORY_LOCK = 4_017_366_212_785_553_409
LESS = ("app_label", "plan", "check_unapplied", "fake", "fake_initial")
"""Options that ask for less than all tables, or for none."""


class Command(migrate.Command):
    help = "Bring the database's tables up to date. Two starts at once take turns."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=OWNER)

    def handle(self, *args: Any, **options: Any) -> None:
        with self._turn(options["database"], quiet=options["verbosity"] < 1):
            if not any(options[option] for option in LESS):
                replay(connections[options["database"]])
            super().handle(*args, **options)

    @contextmanager
    def _turn(self, database: str, *, quiet: bool) -> Iterator[None]:
        """Hold the lock on this connection; should it be lost, Postgres lets go by itself."""
        with connections[database].cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK])
            if not cursor.fetchone()[0]:
                if not quiet:
                    self.stdout.write("Another process is migrating this database; waiting for it ...")
                cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        try:
            yield
        finally:
            with connections[database].cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
