"""A session has ended: what it holds that is worth keeping is proposed, within the request.

Within the request because a transcript is stored nowhere, not even on its way to a worker. Reading it is
bounded (READING_SECONDS); what is not read by then is counted in the answer.
"""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from continuum.kernel.actor import Actor
from memories import access
from memories.hook_api.asking import body_of, needed_text, text_or_none
from memories.intake.capture.session import Captured, capture_session
from oauth.middleware import without_actor
from oauth.rest import BearerAuthentication

ACCEPTED = 202


class SessionEnded(APIView):
    """POST {transcript, session_id, workspace?, cwd?, reason?}; other fields are passed over."""

    authentication_classes = (BearerAuthentication,)
    schema = None

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return without_actor(super().as_view(**initkwargs))

    def post(self, request: Request) -> Response:
        actor: Actor = request.auth  # type: ignore[assignment]  # HasActor has seen to it
        body = body_of(request)
        with access.acting(actor):
            captured = capture_session(
                actor,
                transcript=needed_text(body, "transcript"),
                session_id=needed_text(body, "session_id"),
                workspace=_workspace(actor, text_or_none(body, "workspace")),
                cwd=text_or_none(body, "cwd"),
                reason=text_or_none(body, "reason"),
                subagent=text_or_none(body, "agent_id") or text_or_none(body, "agent_type"),
            )
        return Response(_told(captured), status=ACCEPTED, headers={"Cache-Control": "no-store"})


def _workspace(actor: Actor, name: str | None) -> str | None:
    """The named workspace, or the default one where a client's map names none that is open here."""
    return name if name in actor.workspaces else None


def _told(captured: Captured) -> dict[str, Any]:
    return {
        "queued": captured.queued,
        "reason": captured.reason,
        "workspace": captured.workspace,
        "proposals": len(captured.proposals),
        "skipped": dict(captured.skipped),
    }
