"""Sessions that were captured: the proposals of one and the note that it was, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import CapturedSession
from memories.services.drafts import Answer, Outcome, Screened
from memories.services.memory import remember_all


def is_captured(actor: Actor, *, workspace: UUID, session_id: str) -> bool:
    """Whether this person's session gave proposals here before."""
    seen = CapturedSession.objects.filter(
        workspace_id=workspace, user_id=actor.user_id, session_id=session_id
    )
    return seen.exists()


def remember_session(
    actor: Actor, *, workspace: UUID, session_id: str, screened: Sequence[Screened]
) -> list[Answer] | None:
    """Write what a session gave and note that it was captured; None when it had been already.

    A session that gave no proposal leaves no note: nothing would be written twice. Raises what `remember_all`
    raises; then neither the proposals nor the note are kept.
    """
    actor.require(Permission.WRITE)
    with transaction.atomic():
        actor.require_in(Permission.WRITE, workspace)
        access.lock_workspace(workspace)
        if is_captured(actor, workspace=workspace, session_id=session_id):
            return None
        answers = remember_all(actor, screened=screened)
        proposals = sum(answer.status == Outcome.PROPOSED for answer in answers)
        if proposals:
            CapturedSession.objects.create(
                workspace_id=workspace,
                session_id=session_id,
                user_id=actor.user_id,
                client=actor.client,
                proposals=proposals,
            )
    return answers
