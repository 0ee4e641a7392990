"""An empty database is made by the recorded statements just as by the migrations."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

from continuum.embedded.paths import ADMIN_ROLE, Home
from continuum.embedded.wheels import find_postgres
from continuum.new_tables import replaying
from continuum.new_tables.replaying import STATEMENTS, replay
from tests.new_tables.databases import empty_database
from tests.new_tables.recording import HEAD, recorded
from tests.services import HOME

VARYING = re.compile(rb"\t[-0-9]{10} [0-9:.]+\+00$|^\\(un)?restrict .*$", re.MULTILINE)
"""When a migration was applied, and pg_dump's word of the day."""


@pytest.fixture
def empty(django_db_setup: None, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    with django_db_blocker.unblock(), empty_database(Home(HOME), "new_tables") as connection:
        yield connection


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the recorded statements, used instead of them."""
    copy = tmp_path / STATEMENTS.name
    copy.write_text(STATEMENTS.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(replaying, "STATEMENTS", copy)
    return copy


def _migrate(connection: BaseDatabaseWrapper) -> list[str]:
    """What `migrate` sent."""
    sent: list[str] = []

    def noted(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        sent.append(str(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(noted):
        call_command("migrate", database=connection.alias, verbosity=0, interactive=False)
    return sent


def _were_replayed(sent: Sequence[str]) -> bool:
    """Whether the recorded statements were among what was sent."""
    return any(statement.startswith(HEAD) for statement in sent)


def _dump(name: str) -> list[bytes]:
    """All that the database holds and how its tables are made, in an order of its own, without moments."""
    program = find_postgres().bin / "pg_dump"
    url = Home(HOME).address(user=ADMIN_ROLE, name=name).url
    done = subprocess.run([program, url], capture_output=True, check=True, timeout=60)
    return sorted(VARYING.sub(b"", done.stdout).splitlines())


def test_both_ways_make_the_same_database(empty: BaseDatabaseWrapper) -> None:
    with empty_database(Home(HOME), "migrated") as migrated:
        script = recorded(migrated)
        assert script == STATEMENTS.read_text("utf-8"), "There is a new migration: make tables"
        assert not _were_replayed(_migrate(migrated))
        assert _were_replayed(_migrate(empty))
        dumps = [_dump("migrated"), _dump("new_tables")]
    assert dumps[0] == dumps[1] and len(dumps[0]) > 2_000


def test_what_has_tables_is_left_to_the_migrations(empty: BaseDatabaseWrapper) -> None:
    with empty.cursor() as cursor:
        cursor.execute("CREATE TABLE mine (line text)")
    assert not replay(empty)
    assert empty.introspection.table_names() == ["mine"]


@pytest.mark.parametrize("line", ["-- applied memories.0001_initial\n", "-- applied account.0001_initial\n"])
def test_other_migrations_than_were_recorded_are_applied_by_themselves(
    line: str, script: Path, empty: BaseDatabaseWrapper
) -> None:
    script.write_text(script.read_text("utf-8").replace(line, ""), "utf-8")
    assert not replay(empty)
    assert empty.introspection.table_names() == []


def test_half_of_it_leaves_nothing(script: Path, empty: BaseDatabaseWrapper) -> None:
    script.write_text(f"{script.read_text('utf-8')}\nSELECT 1 / 0;", "utf-8")
    with pytest.raises(DatabaseError, match="division by zero"):
        replay(empty)
    assert empty.introspection.table_names() == []


def test_less_than_all_is_asked_of_django(empty: BaseDatabaseWrapper) -> None:
    call_command("migrate", "contenttypes", database=empty.alias, verbosity=0, interactive=False)
    assert sorted(empty.introspection.table_names()) == ["django_content_type", "django_migrations"]
