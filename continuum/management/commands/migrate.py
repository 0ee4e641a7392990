"""`manage.py migrate`: Django's own, as the owner of the tables, one process at a time.

Into an empty database the apps of others go first: Django renders a model and all that are related to it anew
at every step, and ours, of which there are many, are all related to the person.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

OWNER = "owner"
# Any fixed number, the same in every version: one lock per database for whoever migrates it.
ADVISORY_LOCK = 4_017_366_212_785_553_409
FIRST = ("oauth2_provider", "socialaccount")  # of those with most steps


class Command(migrate.Command):
    help = "Bring the database's tables up to date. Two starts at once take turns."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=OWNER)

    def handle(self, *args: Any, **options: Any) -> None:
        with self._turn(options["database"], quiet=options["verbosity"] < 1):
            for app in FIRST if self._makes_all_tables(options) else ():
                super().handle(*args, **{**options, "app_label": app})
            super().handle(*args, **options)

    def _makes_all_tables(self, options: dict[str, Any]) -> bool:
        """Whether nothing is there yet, and nothing less than all is asked for."""
        connection = connections[options["database"]]
        asked = options["app_label"] or options["plan"] or options["check_unapplied"]
        return (
            not asked
            and MigrationRecorder.Migration._meta.db_table not in connection.introspection.table_names()
        )

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
