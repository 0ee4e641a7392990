"""The endpoint for links that lead nowhere."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.base import ActorView, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.recall.links import broken_links


class WhichLinks(Shape):
    workspace = optional(Text)
    private = serializers.BooleanField(required=False, default=False)
    limit = serializers.IntegerField(required=False, default=100, help_text=_("1 to 100."))


class BrokenShape(Base):
    memory = serializers.CharField(help_text=_("Where the link stands."))
    workspace = serializers.CharField()
    name = serializers.CharField(help_text=_("What it names, and no memory is called."))


class BrokenLinksShape(Base):
    links = BrokenShape(many=True)


class BrokenLinks(ActorView):
    @described("links_broken", query=WhichLinks, answers={200: BrokenLinksShape})
    def get(self, request: Request) -> Response:
        """Links in a workspace's texts that lead nowhere, by the memory they stand in."""
        found = broken_links(self.actor, **in_query(request, WhichLinks))
        return Response(BrokenLinksShape({"links": found}).data)
