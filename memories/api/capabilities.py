"""The endpoint that tells what this installation can do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import Nothing
from memories.api.base import ActorView, in_query
from memories.api.docs import described
from memories.api.fields import AnyJSON
from memories.recall.capabilities import capabilities


class MeaningShape(Base):
    """Whether texts are found by meaning, with what, and why not."""

    on = serializers.BooleanField()
    engine = serializers.CharField()
    model = serializers.CharField()
    reason = serializers.CharField()


class CapabilitiesShape(Base):
    profile = serializers.CharField(source="profile.name", help_text="lite, team, enterprise")
    budgets = serializers.DictField(
        child=AnyJSON(), help_text=_("Of pairs, what is usual and the most that may be asked for.")
    )
    meaning = MeaningShape()
    facts_by = serializers.CharField(help_text=_("What reads texts for facts: rules, a model, or none."))
    built = serializers.DictField(child=serializers.BooleanField())
    workspaces = serializers.ListField(child=serializers.CharField())
    permissions = serializers.ListField(child=serializers.CharField())
    private = serializers.BooleanField(help_text=_("Whether this connection may ask for private memories."))


class Capabilities(ActorView):
    @described("capabilities", answers={200: CapabilitiesShape})
    def get(self, request: Request) -> Response:
        """What this installation can do and spend, and what this connection may."""
        in_query(request, Nothing)
        return Response(CapabilitiesShape(capabilities(self.actor)).data)
