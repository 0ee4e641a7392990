"""Many new rows of one model in one statement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from django.db.models import AutoField, Field, Model
from django.db.models.expressions import DatabaseDefault

from memories.models.vectors import literal


def insert(rows: Sequence[Model]) -> None:
    """Put down rows that are alike in what they leave to the database. Numbers that it gives them are not
    read back.

    They travel as one JSON document that Postgres takes apart itself: writing out every value as SQL took
    longer than storing it.
    """
    table = connection.ops.quote_name(rows[0]._meta.db_table)
    fields = [field for field in rows[0]._meta.local_concrete_fields if _given(field, rows[0])]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    document = [{str(field.column): field.pre_save(row, add=True) for field in fields} for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns})"  # noqa: S608 - names of our own tables
            f" SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)",
            [json.dumps(document, default=_plain, ensure_ascii=False)],
        )
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def _given(field: Field[Any, Any], row: Model) -> bool:
    """Whether the row says what stands in this column."""
    value = getattr(row, field.attname)
    return not isinstance(value, DatabaseDefault) and not (isinstance(field, AutoField) and value is None)


def _plain(value: object) -> str:
    if isinstance(value, np.ndarray):
        return literal(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} does not go into a row")
