"""A handoff is text too: it enters by intake like any other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.intake.plain_text import kept_text, kept_words
from memories.models import Handoff, Sensitivity
from memories.services import handoffs
from memories.services.handoffs import Capsule, Written, write_handoff

MAX_SUMMARY = 8_000  # characters
MAX_ENTRY = 2_000  # characters of one decision, action and so on
MAX_ENTRIES = {"decisions": 50, "next_actions": 50, "artifacts": 100, "blocked_by": 50, "ruled_out": 50}
MAX_NAME = 200  # characters of a task, an agent, a memory, a key
MAX_MEMORIES = 50
_MOST = {"task_id": MAX_NAME, "addressee": MAX_NAME, "idempotency_key": MAX_NAME, "summary": MAX_SUMMARY}
_NAMES = frozenset({"task_id", "addressee", "idempotency_key"})


@verb
def create_handoff(
    actor: Actor,
    *,
    task_id: str,
    summary: str,
    addressee: str = "",
    progress: str = Handoff.Progress.READY,
    memories: Sequence[str] = (),
    sensitivity: str = Sensitivity.PUBLIC,
    expires_at: datetime | None = None,
    workspace: str | None = None,
    idempotency_key: str | None = None,
    **entries: Sequence[str] | None,
) -> Written:
    """Hand a task over to an agent or, without an addressee, to whoever comes first.

    `entries` are decisions, next_actions, artifacts, blocked_by and ruled_out, lists of short texts;
    `memories` the names of what it rests on. Raises what `write_handoff` raises, ValidationFailed,
    SecretRefused and Excluded.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    given: dict[str, Any] = {"task_id": task_id, "summary": summary, "addressee": addressee}
    given |= {"idempotency_key": idempotency_key} if idempotency_key is not None else {}
    given |= {field: _entries(field, entries.get(field)) for field in MAX_ENTRIES}
    kept = kept_words(
        actor, given, where=where, most=_MOST | dict.fromkeys(MAX_ENTRIES, MAX_ENTRY), names=_NAMES
    )
    key = kept.pop("idempotency_key", None)
    capsule = Capsule(
        **{**kept, **{field: tuple(filter(None, kept[field])) for field in MAX_ENTRIES}},
        progress=_one_of("progress", progress, Handoff.Progress.values),
        memories=_memories(memories),
        sensitivity=_one_of("sensitivity", sensitivity, Sensitivity.values),
        expires_at=_later(expires_at),
    )
    _needed(capsule)
    return write_handoff(actor, capsule=capsule, workspace=workspace, idempotency_key=key)


def decline_handoff(actor: Actor, *, handoff_id: UUID, answer: str = "") -> Handoff:
    """Turn a handoff down and say why. Raises what `services.handoffs.decline_handoff` raises,
    ValidationFailed, SecretRefused and Excluded.
    """
    actor.require(Permission.WRITE)
    found = access.handoffs(actor, actor.workspaces.values()).filter(pk=handoff_id).first()
    if found is not None:
        answer = kept_text(actor, answer, field="answer", where=found.workspace_id, most=MAX_ENTRY)
    return handoffs.decline_handoff(actor, handoff_id=handoff_id, answer=answer)


def _entries(field: str, given: Sequence[str] | None) -> list[str]:
    if given is not None and len(given) > MAX_ENTRIES[field]:
        raise invalid(field, f"At most {MAX_ENTRIES[field]} are kept.")
    return list(given or ())


def _memories(names: Sequence[str]) -> tuple[str, ...]:
    if len(names) > MAX_MEMORIES:
        raise invalid("memories", f"A handoff rests on at most {MAX_MEMORIES} memories.")
    return tuple(dict.fromkeys(names))


def _one_of(field: str, value: str, choices: list[str]) -> str:
    if value not in choices:
        raise invalid(field, f"The {field} is one of {', '.join(choices)}.")
    return value


def _later(moment: datetime | None) -> datetime | None:
    if moment is None:
        return None
    if moment.tzinfo is None:
        raise invalid("expires_at", "The time needs its offset, such as Z or +02:00.")
    if moment <= timezone.now():
        raise invalid("expires_at", "It would have expired already.")
    return moment


def _needed(capsule: Capsule) -> None:
    for field in ("task_id", "summary"):
        if not getattr(capsule, field):
            raise invalid(field, f"A handoff has a {field.replace('_id', '')}.")
