"""Dividing the tables by workspace. Done and undone within a transaction: the tests' tables stay whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ConfigurationProblem, Conflict, ValidationFailed
from continuum.partitioning.divide import LEAST, MOST, divide, is_divided
from continuum.partitioning.tables import WHOLE, with_key
from memories.models import Memory
from tests.conftest import PARTS
from tests.stories import remember

PIECES = 3
KEYS = """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype IN ('p', 'u') AND conrelid::regclass::text LIKE 'memories%%' AND conparentid = 0"""
RIGHTS = """
    SELECT c.relname, given.grantee::regrole::text, given.privilege_type
    FROM pg_class c, aclexplode(c.relacl) given WHERE c.relname LIKE 'memories%%' AND NOT c.relispartition
      AND c.relkind IN ('r', 'p')"""
POLICIES = """
    SELECT tablename, policyname, cmd, roles::text, qual, with_check FROM pg_policies
    WHERE tablename LIKE 'memories%%'"""
GUARDED = "SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relispartition"
TRIGGERS = """
    SELECT tgrelid::regclass::text, tgname FROM pg_trigger
    WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid::regclass::text LIKE 'memories%%'"""
FUNCTIONS = """
    SELECT p.oid::regprocedure::text, pg_get_functiondef(p.oid), p.proacl::text FROM pg_proc p
    WHERE p.proname LIKE 'continuum%%' AND p.prokind = 'f'"""
LEFT = "SELECT relname FROM pg_class WHERE relname LIKE 'undivided%%'"

pytestmark = pytest.mark.skipif(PARTS > 0, reason="The tables of this run are divided already.")


@pytest.fixture
def owners(committed: None) -> Iterator[CursorWrapper]:
    """A cursor of the tables' owner whose every change is taken back."""
    with transaction.atomic(using="owner"):
        with connections["owner"].cursor() as cursor:
            yield cursor
        transaction.set_rollback(True, using="owner")


def seen(cursor: CursorWrapper, statement: str) -> set[tuple[Any, ...]]:
    cursor.execute(statement)
    return set(cursor.fetchall())


def rows(cursor: CursorWrapper, table: str) -> list[tuple[Any, ...]]:
    cursor.execute(f"SELECT t::text FROM {table} t ORDER BY 1")
    return list(cursor.fetchall())


def test_every_row_is_there_afterwards_in_the_part_of_its_workspace(
    actor: Actor, owners: CursorWrapper
) -> None:
    for number in range(4):
        remember(actor, f"Room {number} is painted.")
    tables = ("memories_memory", "memories_revision", "memories_passage", "memories_event")
    before = [rows(owners, table) for table in tables]
    assert not is_divided(owners) and "memories_passage" in divide(PIECES) and is_divided(owners)
    assert [rows(owners, table) for table in tables] == before and all(before)
    owners.execute("SELECT count(DISTINCT tableoid) FROM memories_memory")
    assert owners.fetchone() == (1,)


def test_every_key_carries_the_workspace_and_nothing_else_has_changed(owners: CursorWrapper) -> None:
    same = (RIGHTS, POLICIES, GUARDED, TRIGGERS, FUNCTIONS)
    before = [seen(owners, statement) for statement in same]
    keys = len(seen(owners, KEYS))
    tables = set(divide(PIECES))
    assert [seen(owners, statement) for statement in same] == before and all(before)
    after = seen(owners, KEYS)
    assert len(after) == keys and not tables & WHOLE and not seen(owners, LEFT)
    assert all("workspace_id" in definition for table, definition in after if table in tables)


def test_nobody_gets_past_the_guards_by_asking_a_part(owners: CursorWrapper) -> None:
    divide(PIECES)
    parts = "FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'memories%%'"
    assert len(seen(owners, f"SELECT relname {parts}")) > PIECES
    readable = "has_table_privilege('continuum_app', oid, 'SELECT') OR NOT relrowsecurity"
    assert seen(owners, f"SELECT relname {parts} AND ({readable})") == set()


def test_what_is_unique_stays_so(actor: Actor, owners: CursorWrapper) -> None:
    remember(actor, "Room 1 is painted.", name="room")
    divide(PIECES)
    with pytest.raises(Exception, match="unique"), transaction.atomic(using="owner"):
        owners.execute(
            "INSERT INTO memories_revision SELECT (r).* FROM (SELECT r FROM memories_revision r) other"
        )


def test_new_rows_are_numbered_on(actor: Actor, owners: CursorWrapper) -> None:
    remember(actor, "Room 1 is painted.")
    divide(PIECES)
    owners.execute("SELECT max(id) FROM memories_passage")
    (last,) = owners.fetchone()
    owners.execute("SELECT nextval(pg_get_serial_sequence('memories_passage', 'id'))")
    assert owners.fetchone() == (last + 1,)


def test_what_is_divided_is_not_divided_again(owners: CursorWrapper) -> None:
    divide(PIECES)
    with pytest.raises(Conflict, match="divided by workspace already"):
        divide(PIECES)


@pytest.mark.parametrize("parts", [LEAST - 1, MOST + 1, 0, -4])
def test_too_few_or_too_many_parts_are_refused(owners: CursorWrapper, parts: int) -> None:
    with pytest.raises(ValidationFailed, match=f"{LEAST} to {MOST} parts"):
        divide(parts)
    assert not is_divided(owners)


def test_a_table_that_something_unknown_leans_on_is_left_alone(owners: CursorWrapper) -> None:
    owners.execute("CREATE VIEW somebodys AS SELECT id FROM memories_memory")
    with pytest.raises(ConfigurationProblem, match="somebodys leans on memories_memory"):
        divide(PIECES)
    assert Memory.objects.count() == 0 and not is_divided(owners)


@pytest.mark.parametrize(
    ("definition", "keyed"),
    [
        ("PRIMARY KEY (id)", "PRIMARY KEY (id, workspace_id)"),
        ("UNIQUE (workspace_id, name)", "UNIQUE (workspace_id, name)"),
        (
            "CREATE UNIQUE INDEX one ON r USING btree (memory_id) WHERE (number IS NOT NULL)",
            "CREATE UNIQUE INDEX one ON r USING btree (memory_id, workspace_id) WHERE (number IS NOT NULL)",
        ),
    ],
)
def test_a_key_gets_the_workspace_behind_its_columns(definition: str, keyed: str) -> None:
    assert with_key(definition) == keyed


def test_a_key_over_an_expression_is_refused_by_its_text() -> None:
    with pytest.raises(ConfigurationProblem, match="lower"):
        with_key("CREATE UNIQUE INDEX one ON r USING btree (lower(name))")
