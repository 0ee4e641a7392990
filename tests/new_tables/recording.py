"""What Django tells Postgres while it migrates an empty database."""

from __future__ import annotations

import re
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

_TABLE = "django_migrations"
_LEFT_OUT = re.compile(rf'\s*(SELECT\b.*\bFROM\b|INSERT INTO "{_TABLE}")', re.DOTALL)
_NOW = re.compile(r"'[-0-9]{10} [0-9:.]+\+00:00'::timestamptz")
"""What a new column held in rows there were, and there are none: the moment of recording says nothing."""

_HEAD = """\
-- Written by `make tables`: what Django tells Postgres while it migrates an empty database. Not to be edited.
"""


def recorded(connection: BaseDatabaseWrapper) -> str:
    """Migrate the empty database and return the script that does the same.

    Questions to tables are left out, since they hold nothing yet; so are signals, by which Django lists
    models and permissions after every migration, whoever made the tables.
    """
    told: list[str] = []
    executor = MigrationExecutor(connection)
    with connection.execute_wrapper(_Recorder(connection, told)):
        executor.migrate(executor.loader.graph.leaf_nodes())
    applied = sorted(MigrationRecorder(connection).applied_migrations().values(), key=lambda each: each.id)
    return "\n".join([_HEAD, *told, *(_noted(each.app, each.name) for each in applied)])


class _Recorder:
    """Django's wrapper of every statement: keeps those that change something."""

    def __init__(self, connection: BaseDatabaseWrapper, told: list[str]) -> None:
        self.connection, self.told = connection, told

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        statement = self.connection.ops.compose_sql(str(sql), params) if params else str(sql)
        if not _LEFT_OUT.match(statement):
            self.told.append(f"{_NOW.sub('now()', statement).strip().rstrip(';')};\n")
        return execute(sql, params, many, context)


def _noted(app: str, name: str) -> str:
    row = f"'{app}', '{name}', now()"
    return f"-- applied {app}.{name}\nINSERT INTO {_TABLE} (app, name, applied) VALUES ({row});"
