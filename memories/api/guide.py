"""Endpoints on the guide: the owner's standing words to agents."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.intake.guide import save_guide
from memories.services.guide import get_guide, guide_versions, load_default_guide

LISTED = 100


class WhichGuide(Shape):
    workspace = optional(Text)


class NewGuide(WhichGuide):
    text = Text(help_text=_("Markdown."))
    expected_number = optional(
        serializers.IntegerField, help_text=_("The version it replaces; 0 means that there is none.")
    )


class GuideShape(Base):
    """The words in force."""

    text = serializers.CharField()
    number = serializers.IntegerField(help_text=_("0 for the words that ship with Continuum."))
    workspace = serializers.CharField(help_text=_("Where they were written; empty for the shipped ones."))
    newer_default = serializers.BooleanField(
        help_text=_("Other words ship now than when these were written.")
    )
    written_at = serializers.DateTimeField(allow_null=True)


class GuideVersionShape(Base):
    number = serializers.IntegerField()
    text = serializers.CharField()
    user_id = serializers.IntegerField()
    client = serializers.CharField()
    created_at = serializers.DateTimeField()


class GuideVersionsShape(Base):
    versions = GuideVersionShape(many=True, help_text=_("The latest of them."))


class TheGuide(ActorView):
    @described("guide_get", query=WhichGuide, answers={200: GuideShape})
    def get(self, request: Request) -> Response:
        """The words in force: the workspace's, else those of your default one, else the shipped ones."""
        return Response(GuideShape(get_guide(self.actor, **in_query(request, WhichGuide))).data)

    @described("guide_save", body=NewGuide, answers={200: GuideShape})
    def put(self, request: Request) -> Response:
        """Put new words in force. The same words again change nothing."""
        return Response(GuideShape(save_guide(self.actor, **in_body(request, NewGuide))).data)


class GuideVersions(ActorView):
    @described("guide_versions", query=WhichGuide, answers={200: GuideVersionsShape})
    def get(self, request: Request) -> Response:
        """Every version that was written in the workspace, newest first."""
        found = guide_versions(self.actor, **in_query(request, WhichGuide))[:LISTED]
        return Response({"versions": GuideVersionShape(found, many=True).data})


class DefaultGuide(ActorView):
    @described("guide_load_default", body=WhichGuide, answers={200: GuideShape})
    def post(self, request: Request) -> Response:
        """Put the words that ship with Continuum in force, as a new version."""
        return Response(GuideShape(load_default_guide(self.actor, **in_body(request, WhichGuide))).data)
