"""Reading the rows of a vault as they travel: one line of JSON each, as Postgres writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db import connection

from memories.portability.backup.sections import EMPTY_WITHOUT_VECTORS, Section

FETCHED_AT_ONCE = 50  # rows of 1 MiB must fit


def rows_of(section: Section, workspaces: Sequence[UUID], *, vectors: bool) -> Iterator[str]:
    """Within a transaction and `acting`. Bounded memory, whatever the table holds."""
    if section.only_vectors and not vectors:
        return
    name = connection.ops.quote_name
    columns = ", ".join(_column(section, column, vectors=vectors) for column in section.fields)
    statement = (
        f"SELECT to_json(r)::text FROM (SELECT {columns} FROM {name(section.table)}"  # noqa: S608 - our own names
        f" WHERE {name(section.workspace)} = ANY(%s){_but(section)} ORDER BY {name(section.order)}) r"
    )
    staying = [list(section.stays[1])] if section.stays[0] else []
    with connection.chunked_cursor() as cursor:
        cursor.execute(statement, [list(workspaces), *staying])
        while some := cursor.fetchmany(FETCHED_AT_ONCE):
            for (line,) in some:
                yield line


def _but(section: Section) -> str:
    column = section.stays[0]
    return f" AND {connection.ops.quote_name(column)} <> ALL(%s)" if column else ""


def _column(section: Section, column: str, *, vectors: bool) -> str:
    quoted = connection.ops.quote_name(column)
    if not vectors and column in section.vectors:
        return f"{EMPTY_WITHOUT_VECTORS[column]} AS {quoted}"
    if column == "leased_until":  # whoever holds a job here does not hold it there
        return f"NULL AS {quoted}"
    return str(quoted)


def count_of(section: Section, workspaces: Sequence[UUID], *, vectors: bool) -> int:
    if section.only_vectors and not vectors:
        return 0
    rows = section.model._default_manager.filter(**{f"{section.workspace}__in": workspaces})
    column, staying = section.stays
    return int((rows.exclude(**{f"{column}__in": staying}) if column else rows).count())
