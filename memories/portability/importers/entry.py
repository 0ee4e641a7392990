"""What an importer reads out of a file, before anything is asked of the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers.bundle import Bundle
from memories.portability.importers.peek import Peek


class State(StrEnum):
    """How an entry stood where it comes from."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    PROPOSED = "proposed"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One memory, or one version of one. `place` says where it stands in the file, in no words of its text.

    `line` tells entries of one memory apart from those of others that go by the same name: entries with the
    same name and line are versions, the earliest first. `agent` is whose memory of scope agent it is,
    `workspace` where the file says it belongs, `fields` what it told that has no place of its own here.
    """

    place: str
    content: str | None = None
    value: Any = None
    name: str | None = None
    line: str = ""
    description: str | None = None
    kind: str | None = None
    tags: tuple[str, ...] = ()
    scope: str | None = None
    task_id: str | None = None
    agent: str = ""
    recall_tier: str | None = None
    sensitivity: str | None = None
    source: str = ""
    said_at: datetime | None = None
    confidence: float | None = None
    basis: str | None = None
    user_confirmed: bool = False
    created_at: datetime | None = None
    updated_at: datetime | None = None
    archived_at: datetime | None = None
    expires_at: datetime | None = None
    check_by: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    state: State = State.ACTIVE
    supersedes: tuple[str, ...] = ()
    workspace: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


SKIPPED, UNREADABLE = "skipped", "unreadable"


@dataclass(frozen=True, slots=True)
class Left:
    """Something in the file that becomes no memory: where it stands, why, and whether it was `skipped` on
    purpose or is `unreadable`.
    """

    place: str
    reason: str
    what: str = SKIPPED


Found = Entry | Left


class Unreadable(ValidationFailed):
    """The file as a whole cannot be imported: nothing of it was."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format: the word for it, what people call it, whether a file is one, and what is in it."""

    key: str
    title: str
    fits: Callable[[Bundle, Peek], bool]
    read: Callable[[Bundle], Iterator[Found]]
