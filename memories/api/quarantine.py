"""Endpoints on memories that a scan found a secret in."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.services.quarantine import Answer, decide_quarantine, excerpts, list_quarantine


class WhichQuarantine(Shape):
    workspace = optional(Text, help_text=_("All of yours when left out."))


class QuarantineAnswer(Shape):
    answer = Text(help_text=one_of(list(Answer)))


class SuspectShape(Base):
    """A memory in quarantine, never with what was found in it."""

    memory_id = serializers.UUIDField()
    workspace = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    quarantined_at = serializers.DateTimeField()
    kinds = serializers.ListField(child=serializers.CharField(), help_text=_("Kinds of secrets."))
    places = serializers.ListField(child=serializers.CharField(), help_text=_("Where they stand."))


class QuarantineShape(Base):
    quarantine = SuspectShape(many=True)


class ExcerptShape(Base):
    place = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text=_("What was found, with some letters around it."))


class ExcerptsShape(Base):
    excerpts = ExcerptShape(many=True)


class QuarantineDecidedShape(Base):
    memory_id = serializers.UUIDField()
    answer = serializers.CharField()


class Quarantine(ActorView):
    @described("quarantine_list", query=WhichQuarantine, answers={200: QuarantineShape})
    def get(self, request: Request) -> Response:
        """Memories that a scan found a secret in; nobody reads them until a person decides."""
        suspects = list_quarantine(self.actor, **in_query(request, WhichQuarantine))
        return Response(QuarantineShape({"quarantine": suspects}).data)


class OneQuarantined(ActorView):
    @described("quarantine_get", answers={200: ExcerptsShape})
    def get(self, request: Request, memory_id: UUID) -> Response:
        """What was taken for a secret. Only a signed-in person sees it, no token."""
        return Response(ExcerptsShape({"excerpts": excerpts(self.actor, memory_id=memory_id)}).data)

    @described("quarantine_decide", body=QuarantineAnswer, answers={200: QuarantineDecidedShape})
    def post(self, request: Request, memory_id: UUID) -> Response:
        """Release the memory as a false alarm, have the secret taken out of it for good, or erase it. Only a
        signed-in person decides, no token.
        """
        answer = in_body(request, QuarantineAnswer)["answer"]
        decide_quarantine(self.actor, memory_id=memory_id, answer=answer)
        return Response(QuarantineDecidedShape({"memory_id": memory_id, "answer": answer}).data)
