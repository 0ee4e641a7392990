"""What both hooks share: a bearer alone lets in, and where a session belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from memories import access
from memories.hook_api.asking import body_of, text_or_none
from memories.text.normalise import normal_form
from oauth.middleware import without_actor
from oauth.pace import Pace
from oauth.rest import BearerAuthentication


class HookView(APIView):
    """POST of a JSON object by a bearer; fields that are not known are passed over. Never kept by a cache."""

    authentication_classes = (BearerAuthentication,)
    schema = None
    most_bytes: int
    pace: Pace

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return without_actor(super().as_view(**initkwargs))

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**super().default_response_headers, "Cache-Control": "no-store"}

    def post(self, request: Request) -> Response:
        actor: Actor = request.auth  # type: ignore[assignment]  # HasActor has seen to it
        self.pace.keep(actor)
        body = body_of(request, most=self.most_bytes)
        with access.acting(actor):
            return self.answer(actor, body)

    def answer(self, actor: Actor, body: Mapping[str, Any]) -> Response:
        raise NotImplementedError


def workspace_in(actor: Actor, body: Mapping[str, Any]) -> str | None:
    """The workspace that is named, else the one that is called like the folder, else the default one (None).

    Names of workspaces that are not open to the actor name nothing here.
    """
    named = text_or_none(body, "workspace")
    if named in actor.workspaces:
        return named
    called = "-".join(normal_form(folder_in(body)).split())
    return called if called in actor.workspaces and called != DEFAULT_WORKSPACE else None


def folder_in(body: Mapping[str, Any]) -> str:
    """The last part of the folder that a session is held in, of any system; empty where none is told."""
    parts = (text_or_none(body, "cwd") or "").replace("\\", "/").rstrip("/").split("/")
    return parts[-1].strip()
