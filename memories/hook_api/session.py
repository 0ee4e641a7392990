"""A session has ended: what it holds that is worth keeping is proposed, within the request.

Within the request because a transcript is stored nowhere, not even on its way to a worker. Reading it is
bounded (READING_SECONDS); what is not read by then is counted in the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from continuum.kernel.actor import Actor
from memories.hook_api.asking import needed_text, text_or_none
from memories.hook_api.base import HookView, workspace_in
from memories.hook_api.limits import MAX_SESSION_BODY, SESSIONS_A_MINUTE
from memories.intake.capture.session import Captured, capture_session
from oauth.pace import Pace

ACCEPTED = 202


class SessionEnded(HookView):
    """POST {transcript, session_id, workspace?, cwd?, reason?}; other fields are passed over."""

    most_bytes = MAX_SESSION_BODY
    pace = Pace("sessions", SESSIONS_A_MINUTE)

    def answer(self, actor: Actor, body: Mapping[str, Any]) -> Response:
        captured = capture_session(
            actor,
            transcript=needed_text(body, "transcript"),
            session_id=needed_text(body, "session_id"),
            workspace=workspace_in(actor, body),
            cwd=text_or_none(body, "cwd"),
            reason=text_or_none(body, "reason"),
            subagent=text_or_none(body, "agent_id") or text_or_none(body, "agent_type"),
        )
        return Response(_told(captured), status=ACCEPTED)


def _told(captured: Captured) -> dict[str, Any]:
    return {
        "queued": captured.queued,
        "reason": captured.reason,
        "workspace": captured.workspace,
        "proposals": len(captured.proposals),
        "skipped": dict(captured.skipped),
    }
