"""Dividing the tables by workspace, in one transaction: rows, guards and rights are the same afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from continuum.embedded.paths import APP_ROLE
from continuum.kernel.errors import Conflict, ValidationFailed
from continuum.partitioning.tables import KEY, Function, Table, divided_tables, functions_on

OWNER = "owner"
LEAST, USUAL, MOST = 2, 16, 256
"""Parts of a table: planning looks at each of them, however few a search then reads."""
BEFORE = "undivided_"


def divide(parts: int, *, told: Callable[[str], None] = lambda _: None) -> list[str]:
    """Divide every table that carries a workspace into so many parts, by a hash of it; the names of the
    tables. Primary keys, unique keys and foreign keys carry the workspace afterwards. Nobody reads or writes
    meanwhile. Raises ValidationFailed (parts), Conflict (they are divided), ConfigurationProblem (something
    leans on a table that this does not know how to make again).
    """
    if not LEAST <= parts <= MOST:
        raise ValidationFailed(f"A table is divided into {LEAST} to {MOST} parts.")
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        tables = divided_tables(cursor)
        if not tables:
            raise Conflict("The tables are divided by workspace already, or there are none yet.")
        _divide(cursor, tables, functions_on(cursor, tables), parts, told)
    return [table.name for table in tables]


def is_divided(cursor: CursorWrapper) -> bool:
    """Whether the memories stand in parts."""
    cursor.execute("SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass('memories_memory')")
    row = cursor.fetchone()
    return bool(row and row[0])


def _divide(
    cursor: CursorWrapper,
    tables: Sequence[Table],
    functions: Sequence[Function],
    parts: int,
    told: Callable[[str], None],
) -> None:
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute(_FROM_THE_BEGINNING)
    for table in tables:
        told(table.name)
        _copied(cursor, table, parts)
    _run(cursor, (f"DROP TABLE {BEFORE}{table.name} CASCADE" for table in tables))
    told("keys")
    _run(cursor, (key for table in tables for key in table.keys))
    _run(cursor, (reference for table in tables for reference in table.references))
    _run(cursor, (function.definition for function in functions))
    _run(cursor, (grant for function in functions for grant in function.grants))
    _run(cursor, (other for table in tables for other in table.others))
    _run(cursor, (f"ANALYZE {table.name}" for table in tables))


def _copied(cursor: CursorWrapper, table: Table, parts: int) -> None:
    """The rows in a table of parts by the same name; the old one is called otherwise until all is copied."""
    old, columns = f"{BEFORE}{table.name}", ", ".join(table.columns)
    _run(
        cursor, (f"ALTER TABLE {table.name} RENAME TO {old}", _WHOLE.format(new=table.name, old=old, key=KEY))
    )
    options = f"WITH ({', '.join(table.options)})" if table.options else ""
    for part in range(parts):
        _run(cursor, (each.format(of=table.name, parts=parts, part=part, options=options) for each in _PART))
    cursor.execute(_COPY.format(new=table.name, old=old, columns=columns))
    if table.identity:
        cursor.execute(_NUMBERED_ON.format(new=table.name, column=table.identity))


_WHOLE = """
    CREATE TABLE {new} (LIKE {old} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED
      INCLUDING IDENTITY INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY HASH ({key})"""
# The policies of the whole do not hold for who asks a part by its name, so nobody may.
_PART = (
    """CREATE TABLE {of}_p{part} PARTITION OF {of}
       FOR VALUES WITH (MODULUS {parts}, REMAINDER {part}) {options}""",
    f"REVOKE ALL ON {{of}}_p{{part}} FROM {APP_ROLE}",
    "ALTER TABLE {of}_p{part} ENABLE ROW LEVEL SECURITY",
)
# Rows keep their order: a search that finds more than it may rank takes those that it meets first.
_FROM_THE_BEGINNING = "SET LOCAL synchronize_seqscans = off"
_COPY = "INSERT INTO {new} ({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM {old}"
_NUMBERED_ON = """
    SELECT setval(pg_get_serial_sequence('{new}', '{column}'), coalesce(max({column}), 0) + 1, false)
    FROM {new}"""


def _run(cursor: CursorWrapper, statements: Iterable[str]) -> None:
    for statement in statements:
        cursor.execute(statement)
