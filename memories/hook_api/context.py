"""A person has sent a message: what their memory holds on it goes in front of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from continuum.kernel.actor import Actor, Permission
from memories.hook_api.asking import text_or_none
from memories.hook_api.base import HookView, workspace_in
from memories.hook_api.limits import CONTEXTS_A_MINUTE, MAX_CONTEXT_BODY
from memories.injection.inject import inject
from oauth.pace import Pace


class Context(HookView):
    """POST {prompt|query, cwd?, workspace?, recent?, session_id?, afresh?} -> {context: text or null}.

    `afresh`: the session has lost what was put into it, so the standing rules are told again. Without it and
    without a message nothing is looked up: that is how an installer tries its token.
    """

    most_bytes = MAX_CONTEXT_BODY
    pace = Pace("contexts", CONTEXTS_A_MINUTE)

    def answer(self, actor: Actor, body: Mapping[str, Any]) -> Response:
        actor.require(Permission.READ)
        prompt = text_or_none(body, "prompt") or text_or_none(body, "query")
        afresh = body.get("afresh") is True
        if not afresh and not (prompt and prompt.strip()):
            return Response({"context": None})
        injected = inject(
            actor,
            prompt=prompt,
            recent=text_or_none(body, "recent"),
            workspace=workspace_in(actor, body),
            session_id=text_or_none(body, "session_id"),
            afresh=afresh,
        )
        return Response({"context": injected.text})
