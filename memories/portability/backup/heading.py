"""The first line of a backup: what it is, whose, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from memories.portability.limits import MOST_PEOPLE, MOST_WORKSPACES
from memories.portability.refusals import newer, unfit

FORMAT: Final = "continuum-backup"
VERSION: Final = 1
WHAT: Final = "backup"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whose number stands in rows. No password, no key: those are not in a backup."""

    id: int
    username: str
    email: str = ""
    timezone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Heading:
    """`rows` counts each section beforehand, so that progress can be told. `owner` is whose vault it is, or
    None for a whole installation.
    """

    created_at: datetime
    application: str
    schema: str
    owner: int | None
    people: tuple[Person, ...]
    workspaces: Mapping[UUID, str]
    rows: Mapping[str, int]
    vectors: bool

    def as_json(self) -> dict[str, Any]:
        told = {name: value for name, value in asdict(self).items() if name not in {"workspaces", "people"}}
        named = {str(each): name for each, name in self.workspaces.items()}
        people = [asdict(person) for person in self.people]
        first = {"format": FORMAT, "schema_version": VERSION}
        return {**first, **told, "people": people, "workspaces": named}

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def read_heading(told: Any) -> Heading:
    """Raises ValidationFailed for what is no heading, or one of a later version."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise unfit(_NOT_A_BACKUP)
    version = told.get("schema_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise unfit("This backup does not say which version of the format it has.")
    if version > VERSION:
        raise newer(WHAT, found=version, known=VERSION)
    try:
        return _parsed(told)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise unfit("The first line of this backup cannot be understood.") from None


_NOT_A_BACKUP = "This is no backup of Continuum: its first line does not say so."


def _parsed(told: dict[str, Any]) -> Heading:
    people = tuple(Person(**person) for person in told["people"])
    workspaces = {UUID(each): str(name) for each, name in told["workspaces"].items()}
    if len(people) > MOST_PEOPLE or len(workspaces) > MOST_WORKSPACES:
        raise ValueError("too many")
    owner = told["owner"]
    return Heading(
        created_at=datetime.fromisoformat(told["created_at"]),
        application=str(told["application"]),
        schema=str(told["schema"]),
        owner=None if owner is None else int(owner),
        people=people,
        workspaces=workspaces,
        rows={str(name): int(rows) for name, rows in told["rows"].items()},
        vectors=bool(told["vectors"]),
    )
