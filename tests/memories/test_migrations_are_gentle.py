"""Migrations run while the version before serves: none takes away what that still uses.

What was there before the first release is listed; whatever is new must be gentle, or take two releases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

OURS = ("memories", "oauth")
BEFORE_THE_FIRST_RELEASE = {
    "memories": 23,
    "oauth": 7,
}
"""The last number of each that no released version lived beside."""
BREAKING = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
_BREAKING_SQL = re.compile(
    r"\b(DROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL"
    r"|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE|LOCK\s+TABLE)\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"--[^\n]*")


def harm(operation: Operation) -> str:
    """Why the version before would not live with it; empty where it would."""
    if isinstance(operation, BREAKING):
        return f"{type(operation).__name__} takes away what the version before uses"
    if isinstance(operation, migrations.AddField) and not filled_by_the_database(operation.field):
        return f"{operation.model_name}.{operation.name} is needed, and only new code would give it"
    if isinstance(operation, migrations.RunSQL):
        found = _BREAKING_SQL.search(_COMMENT.sub("", str(operation.sql)))
        return f"SQL says {found[0]}" if found else ""
    inner = [*getattr(operation, "database_operations", [])]
    return next(filter(None, map(harm, inner)), "")


def filled_by_the_database(field: models.Field) -> bool:
    """Whether a row that does not name the column can be put down."""
    return field.null or field.many_to_many or getattr(field, "db_default", NOT_PROVIDED) is not NOT_PROVIDED


def released() -> Iterator[tuple[str, Operation]]:
    """Every operation that a version before may meet, by the name of its migration."""
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in OURS and int(name.partition("_")[0]) > BEFORE_THE_FIRST_RELEASE[app]:
            for operation in migration.operations:
                yield f"{app}.{name}", operation


def test_the_version_before_lives_with_every_migration() -> None:
    assert [f"{name}: {why}" for name, operation in released() if (why := harm(operation))] == []


@pytest.mark.parametrize("operation", [
    migrations.RemoveField("memory", "kind"),
    migrations.RenameField("memory", "kind", "sort"),
    migrations.DeleteModel("Memory"),
    migrations.AddField("memory", "mood", models.CharField(max_length=9)),
    migrations.AddField("memory", "mood", models.CharField(max_length=9, default="calm")),
    migrations.RunSQL("ALTER TABLE memories_memory ALTER COLUMN kind SET NOT NULL"),
    migrations.RunSQL("ALTER TABLE memories_memory\n  DROP COLUMN kind"),
    migrations.SeparateDatabaseAndState([migrations.RunSQL("DROP TABLE memories_memory")]),
], ids=range(8))  # fmt: skip
def test_what_would_break_it_is_seen(operation: Operation) -> None:
    assert harm(operation)


@pytest.mark.parametrize("operation", [
    migrations.AddField("memory", "mood", models.CharField(max_length=9, null=True)),
    migrations.AddField("memory", "mood", models.CharField(max_length=9, db_default="calm")),
    migrations.RunSQL("-- never DROP TABLE\nCREATE FUNCTION f() RETURNS int AS 'SELECT 1' LANGUAGE sql"),
], ids=range(3))  # fmt: skip
def test_what_it_lives_with_is_let_through(operation: Operation) -> None:
    assert not harm(operation)
