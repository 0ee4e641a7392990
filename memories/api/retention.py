"""Endpoints on how long what is over is kept, and on the events that say what happened."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional, texts
from memories.services.retention import Kept, clean_up, get_retention, set_retention
from memories.services.verification import verify_events


class WhichWorkspace(Shape):
    workspace = optional(Text)


class Limits(WhichWorkspace):
    """Days, 0 for ever. A class that is left out keeps its limit."""

    superseded = optional(serializers.IntegerField)
    rejected = optional(serializers.IntegerField)
    events = optional(serializers.IntegerField)
    answers = optional(serializers.IntegerField)
    activity = optional(serializers.IntegerField)
    handoffs = optional(serializers.IntegerField)
    reset = texts(_("Classes that go back to the installation's limit."))


class RetentionShape(Base):
    """Days that each class is kept, 0 for ever."""

    superseded = serializers.IntegerField(help_text=_("Versions that were replaced."))
    rejected = serializers.IntegerField(help_text=_("Proposals that were turned down."))
    events = serializers.IntegerField()
    answers = serializers.IntegerField(help_text=_("Answers to requests with an idempotency key."))
    activity = serializers.IntegerField(help_text=_("What was put into contexts, and why."))
    handoffs = serializers.IntegerField(help_text=_("That are settled, from then on."))


class ClearedShape(Base):
    """What a clean-up removed."""

    superseded = serializers.IntegerField()
    rejected = serializers.IntegerField()
    memories = serializers.IntegerField(help_text=_("Of which nothing was left."))
    events = serializers.IntegerField()
    answers = serializers.IntegerField(help_text=_("Kept for requests with an idempotency key."))
    activity = serializers.IntegerField(help_text=_("Of what was put into contexts."))
    handoffs = serializers.IntegerField(help_text=_("That were settled."))


class BrokenLinkShape(Base):
    sequence = serializers.IntegerField()
    reason = serializers.CharField()


class VerifiedShape(Base):
    """Whether the chain of events is the one that was written."""

    workspace = serializers.CharField()
    holds = serializers.BooleanField()
    events = serializers.IntegerField(help_text=_("That hold."))
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    broken = BrokenLinkShape(allow_null=True, help_text=_("The first place where it does not."))


class Retention(ActorView):
    @described("retention_get", query=WhichWorkspace, answers={200: RetentionShape})
    def get(self, request: Request) -> Response:
        """How long what is over is kept in the workspace."""
        return Response(RetentionShape(get_retention(self.actor, **in_query(request, WhichWorkspace))).data)

    @described("retention_set", body=Limits, answers={200: RetentionShape})
    def patch(self, request: Request) -> Response:
        """Give classes limits of the workspace's own."""
        asked = in_body(request, Limits)
        where = {"workspace": asked["workspace"]} if "workspace" in asked else {}
        days: Mapping[str, int | None] = {
            **dict.fromkeys(asked.get("reset", ())),
            **{kept.value: asked[kept.value] for kept in Kept if kept.value in asked},
        }
        return Response(RetentionShape(set_retention(self.actor, days=days, **where)).data)


class CleanUp(ActorView):
    @described("retention_clean_up", body=WhichWorkspace, answers={200: ClearedShape})
    def post(self, request: Request) -> Response:
        """Clear away now what is past its limit, as is done each night."""
        return Response(ClearedShape(clean_up(self.actor, **in_body(request, WhichWorkspace))).data)


class Verification(ActorView):
    @described("events_verify", query=WhichWorkspace, answers={200: VerifiedShape})
    def get(self, request: Request) -> Response:
        """Walk the workspace's chain of events and say whether it holds, link by link."""
        return Response(VerifiedShape(verify_events(self.actor, **in_query(request, WhichWorkspace))).data)
