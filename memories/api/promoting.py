"""Endpoints that take a memory to another workspace."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base, WriteAnswer
from memories.api.asking import Where
from memories.api.base import ActorView, in_body
from memories.api.docs import described
from memories.api.fields import Text
from memories.intake.promoting import move_memory, promote_memory
from memories.services.drafts import Outcome


class Elsewhere(Where):
    to = Text(help_text=_("The workspace that it is to be in."))


class MovedShape(Base):
    answer = WriteAnswer(help_text=_("What became of it there."))
    archived = serializers.BooleanField(help_text=_("Whether the original was put away."))


class PromoteMemory(ActorView):
    @described("memories_promote", body=Elsewhere, answers=dict.fromkeys((200, 201, 202), WriteAnswer))
    def post(self, request: Request, name: str) -> Response:
        """Propose what it says in another workspace, too; its source says where it comes from."""
        answer = promote_memory(self.actor, name=name, **in_body(request, Elsewhere))
        status = {Outcome.STORED: 201, Outcome.PROPOSED: 202}.get(answer.status, 200)
        return Response(WriteAnswer(answer).data, status=status)


class MoveMemory(ActorView):
    @described("memories_move", body=Elsewhere, answers={200: MovedShape})
    def post(self, request: Request, name: str) -> Response:
        """Move it to another workspace of your own. Where it came from it is archived, with its history."""
        return Response(MovedShape(move_memory(self.actor, name=name, **in_body(request, Elsewhere))).data)
