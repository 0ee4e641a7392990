"""What Django tells Postgres while it migrates an empty database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

_ROOT = Path(__file__).resolve().parents[2]
_TABLE = "django_migrations"
_LEFT_OUT = re.compile(rf'\s*(SELECT\b.*\bFROM\b|INSERT INTO "{_TABLE}")', re.DOTALL)
_NOW = re.compile(r"'[-0-9]{10} [0-9:.]+\+00:00'::timestamptz")
"""What a new column held in rows there were, and there are none: the moment of recording says nothing."""

HEAD = """\
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
    return "\n".join([HEAD, *told, *(_noted(each.app, each.name) for each in applied)])


class _Recorder:
    """Django's wrapper of every statement: keeps those that change something, those of a file by its name."""

    def __init__(self, connection: BaseDatabaseWrapper, told: list[str]) -> None:
        self.connection, self.told = connection, told
        self.files = {path.read_text("utf-8"): path for path in sorted(_ROOT.glob("*/sql/*.sql"))}

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        statement = self.connection.ops.compose_sql(str(sql), params) if params else str(sql)
        if not _LEFT_OUT.match(statement):
            self.told.append(self._written(statement))
        return execute(sql, params, many, context)

    def _written(self, statement: str) -> str:
        if statement in self.files:
            return f"-- from {self.files[statement].relative_to(_ROOT)}\n"
        return f"{_NOW.sub('now()', statement).strip().rstrip(';')};\n"


def _noted(app: str, name: str) -> str:
    row = f"'{app}', '{name}', now()"
    return f"-- applied {app}.{name}\nINSERT INTO {_TABLE} (app, name, applied) VALUES ({row});"
