"""Putting the rows of a backup into their tables, some at a time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from memories.models import Fingerprint, Link, Passage, Revision
from memories.portability.backup.again import Again
from memories.portability.backup.chain import Relinking
from memories.portability.backup.people import People
from memories.portability.backup.reading import Row
from memories.portability.backup.sections import Section
from memories.portability.limits import BYTES_AT_ONCE, ROWS_AT_ONCE
from memories.text.normalise import content_hash


class Loading:
    """Within one transaction, while acting in the workspaces of the backup.

    `members` are those who may stay in workspaces that are replaced, besides their owner, with their role and
    their name for it, which no backup changes; None: everybody whom the backup names. `rehashed` are
    revisions whose hash was not that of their text.
    """

    def __init__(
        self,
        people: People,
        *,
        again: Again,
        owners: Collection[int],
        members: Mapping[tuple[UUID, int], tuple[str, str]] | None,
    ) -> None:
        self._people, self._again, self._owners, self._members = people, again, owners, members
        self._numbers = json.dumps({str(there): here for there, here in people.here.items()})
        self._relinking = Relinking(people)
        self._section: tuple[Section, tuple[str, ...]] | None = None
        self._lines: list[str] = []
        self._bytes = 0
        self.rows: Counter[str] = Counter()
        self.rehashed: list[UUID] = []

    def take(self, row: Row) -> None:
        """Raises ValueError, KeyError, TypeError for a row that cannot be understood, and what Postgres
        raises for one that it does not take.
        """
        if row.section is None:
            return
        if self._section != (row.section, row.columns):
            self.flush()
            self._section = row.section, row.columns
        line = self._seen(row.section.name, row)
        if line is None:
            return
        self._lines.append(line)
        self._bytes += len(line)
        if len(self._lines) >= ROWS_AT_ONCE or self._bytes >= BYTES_AT_ONCE:
            self.flush()

    def finish(self) -> None:
        self.flush()
        self._relinking.move_heads()
        for model in (
            Passage,
            Fingerprint,
            Link,
        ):  # of texts that are not what they were when these were made
            model._default_manager.filter(revision_id__in=self.rehashed).delete()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")

    def flush(self) -> None:
        if self._section is None or not self._lines:
            return
        section, columns = self._section
        _insert(section, columns, self._lines, numbers=self._numbers)
        self.rows[section.name] += len(self._lines)
        self._lines, self._bytes = [], 0

    def _seen(self, name: str, row: Row) -> str | None:
        """The line as it is put down; None leaves it out."""
        if name == "revision":
            return self._revision(row)
        if name == "event":
            return self._relinking.line(row.told, row.line)
        if name == "membership":
            return self._as_now(row) if self._may_enter(row.told) else None
        return row.line

    def _revision(self, row: Row) -> str:
        told = row.told
        if not isinstance(told["content"], str):
            raise TypeError("a text is text")
        found = content_hash(told["content"])
        self._again.look_at(UUID(told["workspace_id"]), UUID(told["memory_id"]), found)
        if found == told["content_hash"]:
            return row.line
        self.rehashed.append(UUID(told["id"]))
        return json.dumps({**told, "content_hash": found})

    def _as_now(self, row: Row) -> str:
        who = UUID(row.told["workspace_id"]), self._people[row.told["user_id"]]
        if self._members is None or who not in self._members:
            return row.line
        role, name = self._members[who]
        return json.dumps({**row.told, "role": role, "name": name})

    def _may_enter(self, told: Mapping[str, Any]) -> bool:
        here = self._people[told["user_id"]]
        if self._people.unknown(told["user_id"]):
            return False
        return (
            here in self._owners
            or self._members is None
            or (UUID(told["workspace_id"]), here) in self._members
        )


def _insert(section: Section, columns: tuple[str, ...], lines: list[str], *, numbers: str) -> None:
    name = connection.ops.quote_name
    given = [name(column) for column in columns]
    values = [_value(section, column) for column in columns]
    params: list[Any] = [numbers for column in columns if column in section.people]
    for column, value in section.defaults(set(section.fields) - set(columns)).items():
        given.append(name(column))
        values.append("%s")
        params.append(section.fields[column].get_db_prep_save(value, connection))
    beside = " ON CONFLICT DO NOTHING" if section.repeatable else ""
    statement = (
        f"INSERT INTO {name(section.table)} ({', '.join(given)}) SELECT {', '.join(values)}"  # noqa: S608 - our own names
        f" FROM json_populate_recordset(NULL::{name(section.table)}, %s::json) r{beside}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*params, f"[{','.join(lines)}]"])


def _value(section: Section, column: str) -> str:
    quoted = f"r.{connection.ops.quote_name(column)}"
    if column not in section.people:
        return quoted
    known = f"(%s::jsonb ->> {quoted}::text)::bigint"
    return f"coalesce({known}, CASE WHEN {quoted} <= 0 THEN {quoted} ELSE -{quoted} END)"


def memories_of(revisions: Collection[UUID]) -> list[tuple[UUID, UUID]]:
    """Workspace and memory of revisions."""
    rows = Revision.objects.filter(pk__in=list(revisions)).order_by("memory_id")
    return list(rows.values_list("workspace_id", "memory_id").distinct())
