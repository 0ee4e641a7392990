"""The endpoint that has the search index rebuilt."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.base import ActorView, in_body
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.services.reindexing import ask_for_reindex


class WhichIndex(Shape):
    workspace = optional(Text)


class QueuedShape(Base):
    queued = serializers.BooleanField(help_text=_("False: it waits already."))


class Reindex(ActorView):
    @described("reindex", body=WhichIndex, answers={202: QueuedShape})
    def post(self, request: Request) -> Response:
        """Rebuild what search looks at, from the texts; the worker does it, and search goes on meanwhile."""
        queued = ask_for_reindex(self.actor, **in_body(request, WhichIndex))
        return Response({"queued": queued}, status=202)
