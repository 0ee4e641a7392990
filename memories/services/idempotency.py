"""The same request again gets the same answer; another request with its key is told so."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import IdempotencyConflict
from memories.models import IdempotentAnswer
from memories.services.drafts import Answer, Draft, Outcome

_CONFLICT = "This idempotency key already stands for another request."
# An answer's name may hold words of the text: it is read again, not kept. Reasons are sentences of ours.
_KEPT = (
    *("status", "memory_id", "revision_id", "workspace", "version", "found_by", "reason"),
    *("similar", "conflicts"),
)


def request_hash(draft: Draft) -> str:
    """SHA-256 over every field of the request but the key itself."""
    same = replace(draft, idempotency_key=None, workspace=draft.workspace or DEFAULT_WORKSPACE)
    fields: dict[str, Any] = asdict(same)
    return hash_of(fields)


def hash_of(fields: dict[str, Any]) -> str:
    """SHA-256 over the fields of a request."""
    canonical = json.dumps(fields, sort_keys=True, default=_plain, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def earlier_answer(actor: Actor, draft: Draft) -> dict[str, Any] | None:
    """The kept answer to this very request, None if the key is new, IdempotencyConflict if it stood for
    another.
    """
    return answer_for(actor, draft.idempotency_key, request_hash(draft))


def answer_for(actor: Actor, key: str | None, request: str) -> dict[str, Any] | None:
    """The same of any request, known by its hash."""
    if key is None:
        return None
    row = IdempotentAnswer.objects.filter(user_id=actor.user_id, key=key).first()
    if row is None:
        return None
    if row.request_hash != request:
        raise IdempotencyConflict(_CONFLICT)
    return dict(row.answer)


def keep_answer(actor: Actor, draft: Draft, *, workspace: UUID, answer: Answer) -> None:
    """Within the verb's transaction: the write and its answer are kept together or not at all."""
    kept = {key: value for key, value in asdict(answer).items() if key in _KEPT}
    keep(actor, draft.idempotency_key, request_hash(draft), workspace=workspace, answer=kept)


def keep(actor: Actor, key: str | None, request: str, *, workspace: UUID, answer: dict[str, Any]) -> None:
    """The same of any request. The answer holds ids, numbers and codes."""
    if key is None:
        return
    try:
        with transaction.atomic():
            IdempotentAnswer.objects.create(
                workspace_id=workspace,
                user_id=actor.user_id,
                key=key,
                request_hash=request,
                answer=answer,
            )
    except IntegrityError:
        raise IdempotencyConflict(_CONFLICT) from None


def repeated(kept: dict[str, Any]) -> Answer:
    """The earlier answer as it was given, marked as a repetition; names are for the caller to read again."""
    return Answer(**{**kept, "status": Outcome(kept["status"])}, name="", repeated=True)
