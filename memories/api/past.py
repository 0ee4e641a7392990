"""Endpoints on what a memory said before: compare, and say it again."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base, WriteAnswer
from memories.api.asking import One, Where
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import AnyJSON, optional
from memories.api.memories import ACCEPTED, OK, status_of
from memories.intake.again import revert
from memories.recall.comparing import diff


class Compared(One):
    """Two revisions, each by its version or its id."""

    from_version = optional(serializers.IntegerField, help_text=_("What the other replaced when left out."))
    to_version = optional(serializers.IntegerField, help_text=_("What is active when left out."))
    from_revision = optional(serializers.UUIDField, help_text=_("An id instead, also of a proposal."))
    to_revision = optional(serializers.UUIDField)


class Reverting(Where):
    to_version = serializers.IntegerField(help_text=_("The version that it shall say again."))
    expected_version = optional(serializers.IntegerField)


class SideShape(Base):
    """One of the two revisions; all empty where there was nothing yet."""

    revision_id = serializers.UUIDField(allow_null=True)
    version = serializers.IntegerField(source="number", allow_null=True)
    status = serializers.CharField()
    created_at = serializers.DateTimeField(allow_null=True)


class StretchShape(Base):
    kind = serializers.CharField(help_text="same, removed, added")
    text = serializers.CharField(trim_whitespace=False)


class FieldChangeShape(Base):
    field = serializers.CharField()
    before = AnyJSON(allow_null=True)
    after = AnyJSON(allow_null=True)


class DifferenceShape(Base):
    """What changed, by lines as patch reads it, and word by word."""

    name = serializers.CharField()
    workspace = serializers.CharField()
    before = SideShape()
    after = SideShape()
    unified = serializers.CharField()
    stretches = StretchShape(many=True)
    fields = FieldChangeShape(many=True)  # type: ignore[assignment]


class MemoryDiff(ActorView):
    @described("memories_diff", query=Compared, answers={OK: DifferenceShape})
    def get(self, request: Request, name: str) -> Response:
        """What changed between two of its revisions, proposals included."""
        asked = _by_number(in_query(request, Compared))
        return Response(DifferenceShape(diff(self.actor, name=name, **asked)).data)


class RevertMemory(ActorView):
    @described("memories_revert", body=Reverting, answers=dict.fromkeys((OK, ACCEPTED), WriteAnswer))
    def post(self, request: Request, name: str) -> Response:
        """Have it say again what it said in an earlier version, as a new one."""
        asked = _by_number(in_body(request, Reverting))
        answer = revert(self.actor, name=name, **asked)
        return Response(WriteAnswer(answer).data, status=status_of(answer))


def _by_number(asked: dict[str, Any]) -> dict[str, Any]:
    """What is a version outside is a revision's number inside."""
    names = {"from_version": "from_number", "to_version": "to_number"}
    return {names.get(field, field): value for field, value in asked.items()}
