"""Replaying events.jsonl: what the versions of a memory come to must be what memories.jsonl says of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field
from django.db.models.expressions import DatabaseDefault

from memories.models import Memory, Revision, Status
from memories.models.events import HIDING
from memories.portability.limits import MIB
from memories.portability.package.container import Container
from memories.portability.package.manifest import EVENTS, MEMORIES
from memories.portability.refusals import unfit
from memories.text.normalise import UNSTORABLE

MOST_TEXT = 256 * MIB  # of all versions of one memory together
MOVES = ("memory.archived", "memory.restored", "memory.erasure_proposed")
"""What happened to a memory that a look at its past asks for."""


@dataclass(frozen=True, slots=True)
class Move:
    action: str
    at: str


@dataclass(slots=True)
class Replayed:
    """One memory of a package with its versions, as rows that are not put down. `place` is its line."""

    place: int
    workspace: str
    memory: Memory
    revisions: list[Revision] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)

    @property
    def active(self) -> Revision | None:
        return next((row for row in self.revisions if row.status == Status.ACTIVE), None)

    @property
    def hidden_last(self) -> bool:
        return bool(self.moves) and self.moves[-1].action in HIDING


def replay(container: Container) -> Iterator[Replayed]:
    """Every memory, in bounded memory. Raises ValidationFailed where the two files contradict each other."""
    grouped = groupby(container.lines(EVENTS), key=_whose)
    for place, line in enumerate(container.lines(MEMORIES), 1):
        found = _memory(place, line)
        whose, events = next(grouped, ((), iter(())))
        if whose != (found.workspace, str(found.memory.pk)):
            raise _contradiction(place)
        _take(found, events)
        _compare(found, line.get("content"))
        yield found
    if next(grouped, None) is not None:
        raise unfit("events.jsonl of this package tells of a memory that memories.jsonl does not have.")


def _whose(line: dict[str, Any]) -> tuple[Any, ...]:
    return line.get("workspace"), line.get("memory_id")


def _memory(place: int, line: dict[str, Any]) -> Replayed:
    workspace = line.get("workspace")
    if not isinstance(workspace, str) or not isinstance(line.get("memory"), dict):
        raise unfit(f"Line {place} of memories.jsonl is no memory.")
    return Replayed(place, workspace, row_of(Memory, line["memory"], f"line {place} of memories.jsonl"))


def _take(found: Replayed, events: Iterator[dict[str, Any]]) -> None:
    length = 0
    for line in events:
        told = line.get(str(line.get("type")))
        if not isinstance(told, dict):
            raise _contradiction(found.place)
        if line["type"] == "revision":
            row = row_of(Revision, told, f"a version of line {found.place} of memories.jsonl")
            length += len(row.content)
            if row.memory_id != found.memory.pk or length > MOST_TEXT:
                raise _contradiction(found.place)
            found.revisions.append(row)
        elif str(told.get("action")) in MOVES:
            found.moves.append(_move(found.place, told))


def _move(place: int, told: dict[str, Any]) -> Move:
    try:
        at = datetime.fromisoformat(told["at"])
        return Move(told["action"], at.astimezone(UTC).isoformat())
    except (KeyError, TypeError, ValueError, OverflowError):
        raise unfit(f"An event of line {place} of memories.jsonl has no time.") from None


def _compare(found: Replayed, content: Any) -> None:
    """One version in force at most, its number the memory's, its text the one that memories.jsonl shows."""
    active = [row for row in found.revisions if row.status == Status.ACTIVE]
    numbers = [row.number for row in found.revisions if row.number is not None]
    fits = (
        bool(found.revisions)
        and len(active) <= 1
        and len(set(numbers)) == len(numbers)
        and max(numbers, default=0) == found.memory.version
        and content == (active[0].content if active else None)
        and all(row.number is not None for row in active)
        and all(row.workspace_id == found.memory.workspace_id for row in found.revisions)
    )
    if not fits:
        raise _contradiction(found.place)


def _contradiction(place: int) -> Exception:
    return unfit(f"Line {place} of memories.jsonl is not what events.jsonl replays to.")


def row_of(model: type[Any], told: dict[str, Any], where: str) -> Any:
    """A row from its JSON, every field of its kind. Columns that are missing have their defaults. Raises
    ValidationFailed.
    """
    known = {str(each.column): each for each in model._meta.local_concrete_fields}
    unknown = set(told) - set(known)
    if unknown:
        raise unfit(f"In {where}: {sorted(unknown)[0][:60]!r} is not known to this Continuum.")
    row = model()
    try:
        for column, value in told.items():
            setattr(row, known[column].attname, _value(known[column], value))
        row.clean_fields(exclude=[each.name for each in known.values() if each.is_relation])
    except (ValidationError, ValueError, TypeError, OverflowError, RecursionError):
        raise unfit(f"In {where}: a field holds what it cannot.") from None
    missing = [
        name for name, each in known.items() if isinstance(getattr(row, each.attname), DatabaseDefault)
    ]
    if missing:
        raise unfit(f"In {where}: {missing[0]} is missing.")
    return row


def _value(column: Field[Any, Any], value: Any) -> Any:
    if value is None:
        if not column.null:
            raise ValueError("missing")
        return None
    kind = column.get_internal_type()
    if (column.is_relation or kind in _TEXTS) and not isinstance(value, str):
        raise TypeError("a text is text")
    if kind == "ArrayField" and not isinstance(value, list):
        raise TypeError("a list is a list")
    found = UUID(value) if column.is_relation else column.to_python(value)
    _refuse_unstorable(found)
    return found


_TEXTS = frozenset({"CharField", "TextField", "UUIDField", "DateTimeField"})


def _refuse_unstorable(value: Any) -> None:
    """Raises ValueError for what Postgres does not take, however deep inside."""
    if isinstance(value, str) and UNSTORABLE.search(value):
        raise ValueError("cannot be stored")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("no number")
    if isinstance(value, dict):
        for name, inner in value.items():
            _refuse_unstorable(name)
            _refuse_unstorable(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_unstorable(inner)
