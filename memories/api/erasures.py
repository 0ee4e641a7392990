"""Endpoints on what agents asked to have erased."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories import access
from memories.api.answers import Base, ForgetReceipt
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.services.erasures import decide_erasure, list_erasures

LISTED = 100


class WhichErasures(Shape):
    workspace = optional(Text, help_text=_("All of yours when left out."))


class ErasureDecision(Shape):
    erase = serializers.BooleanField(help_text=_("False: it is not erased, and comes back."))


class ErasureShape(Base):
    memory_id = serializers.UUIDField(source="pk")
    workspace = serializers.SerializerMethodField()
    name = serializers.CharField()
    kind = serializers.CharField()
    asked_at = serializers.DateTimeField(source="erasure_asked_at")

    def get_workspace(self, memory: object) -> str:
        return access.workspace_name(self.context["actor"], memory.workspace_id)  # type: ignore[attr-defined]


class ErasuresShape(Base):
    erasures = ErasureShape(many=True)
    waiting = serializers.IntegerField(help_text=_("In all; the oldest of them are listed."))


class Erasures(ActorView):
    @described("erasures_list", query=WhichErasures, answers={200: ErasuresShape})
    def get(self, request: Request) -> Response:
        """Memories that agents asked to have erased; they are archived until a person decides."""
        waiting = list_erasures(self.actor, **in_query(request, WhichErasures))
        shown = ErasureShape(waiting[:LISTED], many=True, context={"actor": self.actor}).data
        return Response({"erasures": shown, "waiting": waiting.count()})


class OneErasure(ActorView):
    @described("erasures_decide", body=ErasureDecision, answers={200: ForgetReceipt})
    def post(self, request: Request, memory_id: UUID) -> Response:
        """Erase the memory or turn the wish down. Only a signed-in person decides, no token."""
        wanted = in_body(request, ErasureDecision)["erase"]
        receipt = decide_erasure(self.actor, memory_id=memory_id, wanted=wanted)
        return Response(ForgetReceipt(receipt).data)
