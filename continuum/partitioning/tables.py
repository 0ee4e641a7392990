"""What Postgres knows of the tables that carry a workspace, as statements that make it again elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.utils import CursorWrapper

from continuum.kernel.errors import ConfigurationProblem

KEY = "workspace_id"
WHOLE = frozenset(
    {
        "memories_workspace",
        "memories_membership",
        "memories_workspaceinvitation",
        "memories_idempotentanswer",
    }
)
"""Not divided: what is looked up before a workspace is known, by person. On Citus: reference tables."""


@dataclass(slots=True)
class Table:
    """One table and what hangs on it; statements name it as it is named now."""

    name: str
    columns: Sequence[str]
    identity: str
    options: Sequence[str]
    keys: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def divided_tables(cursor: CursorWrapper) -> list[Table]:
    """The tables that carry a workspace and stand in one piece, with all that hangs on them."""
    found = [Table(*row) for row in _rows(cursor, _TABLES, [KEY, sorted(WHOLE)])]
    names = {table.name for table in found}
    for table in found:
        table.keys = [*_constraints(cursor, table.name), *_indexes(cursor, table.name)]
        table.references = list(_references(cursor, table.name, names))
        table.others = [
            row[0]
            for statement in (_TRIGGERS, _POLICIES, _GUARDS, _GRANTS)
            for row in _rows(cursor, statement, [table.name])
        ]
    _refuse_foreign(cursor, names)
    return found


def _rows(cursor: CursorWrapper, statement: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    cursor.execute(statement, params)
    return list(cursor.fetchall())


def _constraints(cursor: CursorWrapper, table: str) -> Iterable[str]:
    """Its primary key and what is unique, with the workspace behind where they lack it. Checks come along
    with the columns.
    """
    for name, kind, definition in _rows(cursor, _CONSTRAINTS, [table]):
        if kind not in "pu":
            raise ConfigurationProblem(f"{name} of {table} is of a kind that cannot be divided.")
        yield f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {with_key(definition)}'


def _indexes(cursor: CursorWrapper, table: str) -> Iterable[str]:
    for unique, definition in _rows(cursor, _INDEXES, [table]):
        yield with_key(definition) if unique else definition


def with_key(definition: str) -> str:
    """The same with the workspace among its columns: what is unique in all is unique in a part."""
    found = _COLUMNS.search(definition)
    if found is None:
        raise ConfigurationProblem(f"This cannot be keyed by workspace: {definition}")
    columns = [column.strip() for column in found[1].split(",")]
    if KEY in columns:
        return definition
    return f"{definition[: found.start(1)]}{', '.join([*columns, KEY])}{definition[found.end(1) :]}"


_COLUMNS = re.compile(r"(?:USING \w+|PRIMARY KEY|UNIQUE|UNIQUE NULLS NOT DISTINCT) \(([^()]*)\)")


def _references(cursor: CursorWrapper, table: str, divided: set[str]) -> Iterable[str]:
    """Its foreign keys; those to another divided table lead to the same workspace."""
    for name, to, own, theirs, behind in _rows(cursor, _REFERENCES, [table]):
        also = [KEY] if to in divided and KEY not in own else []
        yield (
            f'ALTER TABLE {table} ADD CONSTRAINT "{name}" FOREIGN KEY ({", ".join([*own, *also])})'
            f" REFERENCES {to} ({', '.join([*theirs, *also])}) {behind}"
        )


def _refuse_foreign(cursor: CursorWrapper, names: set[str]) -> None:
    """Nothing else may lean on a table that is to be made anew: it would be dropped with the old one."""
    leaning = _rows(cursor, _LEANING, [sorted(names), sorted(names), sorted(names)])
    if leaning:
        raise ConfigurationProblem(f"{leaning[0][0]} leans on {leaning[0][1]}: take it away first.")


@dataclass(frozen=True, slots=True)
class Function:
    """A function that knows a table's rows by their type, so that it goes with the table and comes again."""

    signature: str
    definition: str
    grants: Sequence[str]


def functions_on(cursor: CursorWrapper, tables: Iterable[Table]) -> list[Function]:
    """In the order in which they were made: each leans on earlier ones only."""
    return [Function(*row) for row in _rows(cursor, _FUNCTIONS, [[table.name for table in tables]])]


_TABLES = """
    SELECT c.relname::text,
      ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum),
      coalesce((SELECT quote_ident(a.attname) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped), ''),
      coalesce(c.reloptions, '{}')
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
      AND c.relname LIKE 'memories\\_%%' AND EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = %s AND NOT a.attisdropped)
      AND c.relname <> ALL (%s)
    ORDER BY c.oid"""
_CONSTRAINTS = """
    SELECT conname::text, contype::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = %s::regclass AND contype NOT IN ('c', 'n', 'f') ORDER BY contype, conname"""
_INDEXES = """
    SELECT x.indisunique, pg_get_indexdef(x.indexrelid) FROM pg_index x
    WHERE x.indrelid = %s::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u'))
    ORDER BY x.indexrelid"""
_REFERENCES = """
    SELECT k.conname::text, k.confrelid::regclass::text,
      ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY n (number, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n.number ORDER BY n.place),
      ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY n (number, place)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = n.number ORDER BY n.place),
      regexp_replace(pg_get_constraintdef(k.oid), '^.* REFERENCES [^(]*\\([^)]*\\)', '')
    FROM pg_constraint k WHERE k.conrelid = %s::regclass AND k.contype = 'f' ORDER BY k.conname"""
_TRIGGERS = """
    SELECT pg_get_triggerdef(oid) FROM pg_trigger
    WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname"""
_POLICIES = """
    SELECT format('CREATE POLICY %%I ON %%s AS %%s FOR %%s TO %%s%%s%%s', polname, polrelid::regclass,
      CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
      CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
        ELSE 'ALL' END,
      (SELECT string_agg(CASE WHEN role = 0 THEN 'PUBLIC' ELSE role::regrole::text END, ', ')
        FROM unnest(polroles) role),
      ' USING (' || pg_get_expr(polqual, polrelid) || ')',
      ' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')
    FROM pg_policy WHERE polrelid = %s::regclass ORDER BY polname"""
_GUARDS = """
    SELECT format('ALTER TABLE %%s ENABLE ROW LEVEL SECURITY', oid::regclass) FROM pg_class
    WHERE oid = %s::regclass AND relrowsecurity"""
_GRANTS = """
    SELECT format('GRANT %%s ON %%s TO %%s', string_agg(given.privilege_type, ', '), c.oid::regclass,
      given.grantee::regrole)
    FROM pg_class c, aclexplode(c.relacl) given
    WHERE c.oid = %s::regclass AND given.grantee <> c.relowner GROUP BY c.oid, given.grantee"""
_LEANING = """
    SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
    WHERE contype = 'f' AND confrelid::regclass::text = ANY (%s) AND conrelid::regclass::text <> ALL (%s)
    UNION ALL
    SELECT r.ev_class::regclass::text, d.refobjid::regclass::text
    FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid::regclass::text = ANY (%s)
      AND r.ev_class <> d.refobjid"""
_FUNCTIONS = """
    WITH RECURSIVE going AS (
      SELECT c.oid, t.oid AS row, t.typarray FROM pg_class c JOIN pg_type t ON t.oid = c.reltype
      WHERE c.oid::regclass::text = ANY (%s)),
    leaning AS (
      SELECT d.objid FROM pg_depend d JOIN going g
        ON (d.refclassid = 'pg_class'::regclass AND d.refobjid = g.oid)
        OR (d.refclassid = 'pg_type'::regclass AND d.refobjid IN (g.row, g.typarray))
      WHERE d.classid = 'pg_proc'::regclass
      UNION
      SELECT d.objid FROM pg_depend d
        JOIN leaning l ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = l.objid
      WHERE d.classid = 'pg_proc'::regclass)
    SELECT p.oid::regprocedure::text, pg_get_functiondef(p.oid),
      CASE WHEN p.proacl IS NULL THEN ARRAY[]::text[] ELSE
        ARRAY['REVOKE ALL ON FUNCTION ' || p.oid::regprocedure || ' FROM PUBLIC'] || ARRAY(
          SELECT format('GRANT EXECUTE ON FUNCTION %%s TO %%s', p.oid::regprocedure,
            CASE WHEN given.grantee = 0 THEN 'PUBLIC' ELSE given.grantee::regrole::text END)
          FROM aclexplode(p.proacl) given WHERE given.grantee <> p.proowner) END
    FROM pg_proc p WHERE p.oid IN (SELECT objid FROM leaning) ORDER BY p.oid"""
