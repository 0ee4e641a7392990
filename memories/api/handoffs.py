"""Endpoints on handoffs: a task passed from one agent to the next."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import Nothing, one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Moment, Shape, Text, optional, texts
from memories.api.memories import CREATED, KEY, OK, with_key
from memories.intake.handoffs import create_handoff, decline_handoff
from memories.models import Handoff, Sensitivity
from memories.recall.handoffs import get_handoff, list_handoffs, resume_handoff, show
from memories.services.handoffs import acknowledge_handoff, erase_handoff, withdraw_handoff


class Reading(Shape):
    private = serializers.BooleanField(required=False, default=False)


class Resuming(Reading):
    workspace = optional(Text)
    task_id = optional(Text, help_text=_("The newest one open to you when left out."))


class Listing(Reading):
    workspace = optional(Text)
    task_id = optional(Text)
    states = texts(one_of(Handoff.State.values))
    limit = serializers.IntegerField(required=False, default=20, help_text=_("1 to 100."))
    cursor = optional(Text)


class NewHandoff(Shape):
    """Where a task stands, in short texts."""

    task_id = Text(help_text=_("What the task is called, wherever it is worked on."))
    summary = Text()
    progress = Text(required=False, default="ready", help_text=one_of(Handoff.Progress.values))
    decisions = texts()
    next_actions = texts()
    ruled_out = texts(_("What was tried or considered, and why not."))
    artifacts = texts()
    blocked_by = texts()
    memories = texts(_("Names of memories that it rests on."))
    addressee = Text(required=False, default="", help_text=_("An agent's name; empty: whoever comes first."))
    sensitivity = Text(required=False, default="public", help_text=one_of(Sensitivity.values))
    expires_at = optional(Moment)
    workspace = optional(Text)
    idempotency_key = optional(Text, help_text=_("Or in the header Idempotency-Key."))


class Declining(Shape):
    answer = Text(required=False, default="", help_text=_("Why."))


class LinkedShape(Base):
    """A memory that it rests on. Without a name when it is gone, or is none that you may see."""

    name = serializers.CharField()
    workspace = serializers.CharField()
    version_then = serializers.IntegerField()
    version_now = serializers.IntegerField()
    change = serializers.CharField(help_text="changed, retired, archived, gone; empty for none")


class HandoffShape(Base):
    id = serializers.UUIDField(source="handoff.pk")
    workspace = serializers.CharField()
    task_id = serializers.CharField(source="handoff.task_id")
    state = serializers.CharField(help_text=", ".join(Handoff.State.values))
    progress = serializers.CharField(source="handoff.progress")
    summary = serializers.CharField(source="handoff.summary")
    decisions = serializers.ListField(source="handoff.decisions", child=serializers.CharField())
    next_actions = serializers.ListField(source="handoff.next_actions", child=serializers.CharField())
    ruled_out = serializers.ListField(source="handoff.ruled_out", child=serializers.CharField())
    artifacts = serializers.ListField(source="handoff.artifacts", child=serializers.CharField())
    blocked_by = serializers.ListField(source="handoff.blocked_by", child=serializers.CharField())
    sensitivity = serializers.CharField(source="handoff.sensitivity")
    addressee = serializers.CharField(source="handoff.addressee")
    client = serializers.CharField(source="handoff.client")
    agent = serializers.CharField(source="handoff.agent")
    created_at = serializers.DateTimeField(source="handoff.created_at")
    expires_at = serializers.DateTimeField(source="handoff.expires_at", allow_null=True)
    settled_at = serializers.DateTimeField(source="handoff.settled_at", allow_null=True)
    settled_client = serializers.CharField(source="handoff.settled_client")
    settled_agent = serializers.CharField(source="handoff.settled_agent")
    answer = serializers.CharField(source="handoff.answer")
    memories = LinkedShape(many=True)
    warnings = serializers.ListField(child=serializers.CharField())


class WrittenShape(HandoffShape):
    duplicate = serializers.BooleanField(
        help_text=_("That of an earlier request with the same idempotency key.")
    )


class ResumedShape(Base):
    status = serializers.CharField(help_text="ready, taken, expired, not_found")
    handoff = HandoffShape(allow_null=True)
    waiting = serializers.IntegerField(help_text=_("Others that are open to you."))


class HandoffsShape(Base):
    handoffs = HandoffShape(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class Handoffs(ActorView):
    @described("handoffs_list", query=Listing, answers={OK: HandoffsShape})
    def get(self, request: Request) -> Response:
        """The handoffs that you may see, newest first, with what changed since they were made."""
        return Response(HandoffsShape(list_handoffs(self.actor, **in_query(request, Listing))).data)

    @described(
        "handoffs_create",
        body=NewHandoff,
        parameters=[KEY],
        answers=dict.fromkeys((OK, CREATED), WrittenShape),
    )
    def post(self, request: Request) -> Response:
        """Hand a task over. It replaces your earlier open one for the same task and addressee."""
        return self.written(with_key(request, in_body(request, NewHandoff)))

    def written(self, asked: dict[str, Any]) -> Response:
        done = create_handoff(self.actor, **asked)
        told = HandoffShape(show(self.actor, [done.handoff], private=self.actor.private)[0]).data
        status = OK if done.repeated else CREATED
        return Response({**told, "duplicate": done.repeated}, status=status)


class Resume(ActorView):
    @described("handoffs_resume", query=Resuming, answers={OK: ResumedShape})
    def get(self, request: Request) -> Response:
        """The newest handoff to go on with. Reading takes nothing; acknowledge it."""
        return Response(ResumedShape(resume_handoff(self.actor, **in_query(request, Resuming))).data)


class OneHandoff(ActorView):
    @described("handoffs_get", query=Reading, answers={OK: HandoffShape})
    def get(self, request: Request, handoff_id: UUID) -> Response:
        """One handoff, however it ended."""
        asked = in_query(request, Reading)
        return Response(HandoffShape(get_handoff(self.actor, handoff_id=handoff_id, **asked)).data)

    @described("handoffs_erase", answers={204: None})
    def delete(self, request: Request, handoff_id: UUID) -> Response:
        """Erase it with all its words: who made it, or a person."""
        erase_handoff(self.actor, handoff_id=handoff_id)
        return Response(status=204)


class Acknowledge(ActorView):
    @described("handoffs_acknowledge", body=Nothing, answers={OK: HandoffShape})
    def post(self, request: Request, handoff_id: UUID) -> Response:
        """Take it over. Of several who do at once, one wins; the others get 409."""
        in_body(request, Nothing)
        taken = acknowledge_handoff(self.actor, handoff_id=handoff_id)
        return Response(HandoffShape(show(self.actor, [taken])[0]).data)


class Decline(ActorView):
    @described("handoffs_decline", body=Declining, answers={OK: HandoffShape})
    def post(self, request: Request, handoff_id: UUID) -> Response:
        """Turn down what is for you."""
        declined = decline_handoff(self.actor, handoff_id=handoff_id, **in_body(request, Declining))
        return Response(HandoffShape(show(self.actor, [declined])[0]).data)


class Withdraw(ActorView):
    @described("handoffs_withdraw", body=Nothing, answers={OK: HandoffShape})
    def post(self, request: Request, handoff_id: UUID) -> Response:
        """Take it back: who made it, or a person."""
        in_body(request, Nothing)
        taken_back = withdraw_handoff(self.actor, handoff_id=handoff_id)
        return Response(HandoffShape(show(self.actor, [taken_back])[0]).data)
