"""What a write says about the memory itself, beside the text: only what is given changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from memories.models import Memory
from memories.services.drafts import Draft

_PLAIN = ("kind", "recall_tier", "sensitivity")
_MOMENTS = ("expires_at", "check_by")
CLEARABLE = frozenset(_MOMENTS) | {"tags"}


def changes_of(draft: Draft) -> dict[str, Any]:
    """The given fields as plain JSON, as a revision keeps them until it is activated."""
    changes: dict[str, Any] = {
        field: value for field in _PLAIN if (value := getattr(draft, field)) is not None
    }
    if draft.tags is not None:
        changes["tags"] = list(draft.tags)
    for field in _MOMENTS:
        if (moment := getattr(draft, field)) is not None:
            changes[field] = moment.isoformat()
    for field in sorted(draft.clear & CLEARABLE):
        changes[field] = [] if field == "tags" else None
    return changes


def differs(memory: Memory, changes: Mapping[str, Any]) -> bool:
    """Whether any of the fields is not so already."""
    return any(getattr(memory, field) != _as_kept(field, value) for field, value in changes.items())


def fields_now(memory: Memory, names: Iterable[str]) -> dict[str, Any]:
    """These fields as they are, as plain JSON."""
    values = {name: getattr(memory, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def apply_changes(memory: Memory, changes: Mapping[str, Any]) -> None:
    """Set the fields on the memory."""
    for field, value in changes.items():
        setattr(memory, field, _as_kept(field, value))


def _as_kept(field: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if field in _MOMENTS and value else value
