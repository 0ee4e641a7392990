"""Endpoints on golden questions: what a question must bring."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import Where
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.intake.golden import pin_question
from memories.pipeline.golden import run_golden
from memories.services.golden import list_golden, list_runs, unpin

LISTED = 100


class WhichGolden(Shape):
    workspace = optional(Text)


class Pinning(Where):
    question = Text()
    name = Text(help_text=_("Of the memory that it must bring."))
    within = serializers.IntegerField(required=False, default=10, help_text=_("Among the first so many."))


class GoldenShape(Base):
    id = serializers.UUIDField()
    question = serializers.CharField()
    name = serializers.CharField(source="memory.name")
    within = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text=_("Where the last run found it."))
    run_at = serializers.DateTimeField(allow_null=True)
    place_before = serializers.IntegerField(allow_null=True, help_text=_("Where the run before found it."))
    run_before = serializers.DateTimeField(allow_null=True)


class GoldensShape(Base):
    questions = GoldenShape(many=True)


class RunShape(Base):
    at = serializers.DateTimeField()
    model = serializers.CharField()
    asked = serializers.IntegerField()
    kept = serializers.IntegerField()
    recall_at_5 = serializers.FloatField()
    recall_at_10 = serializers.FloatField()
    mrr = serializers.FloatField()
    setup = serializers.CharField(help_text=_("What decides beside the model."))
    worse = serializers.IntegerField(help_text=_("Questions that came further behind than the run before."))
    better = serializers.IntegerField()
    by_itself = serializers.BooleanField(help_text=_("Asked because something changed, by nobody."))


class AskedShape(Base):
    id = serializers.UUIDField(source="golden.pk")
    question = serializers.CharField(source="golden.question")
    name = serializers.CharField(source="golden.memory.name")
    place = serializers.IntegerField(allow_null=True)
    place_before = serializers.IntegerField(source="golden.place_before", allow_null=True)
    kept = serializers.BooleanField()
    reason = serializers.CharField(help_text=_("Why it did not come, or not far enough in front."))


class RanShape(Base):
    run = RunShape()
    asked = AskedShape(many=True)


class RunsShape(Base):
    runs = RunShape(many=True, help_text=_("The latest of them."))


class Golden(ActorView):
    @described("golden_list", query=WhichGolden, answers={200: GoldensShape})
    def get(self, request: Request) -> Response:
        """The golden questions of a workspace, and where each memory came the last time."""
        found = list_golden(self.actor, **in_query(request, WhichGolden))
        return Response(GoldensShape({"questions": found}).data)

    @described("golden_pin", body=Pinning, answers={201: GoldenShape})
    def post(self, request: Request) -> Response:
        """Want a question to bring a memory."""
        return Response(GoldenShape(pin_question(self.actor, **in_body(request, Pinning))).data, status=201)


class OneGolden(ActorView):
    @described("golden_unpin", answers={204: None})
    def delete(self, request: Request, golden_id: UUID) -> Response:
        """Want it no longer."""
        unpin(self.actor, golden_id=golden_id)
        return Response(status=204)


class RunGolden(ActorView):
    @described("golden_run", body=WhichGolden, answers={200: RanShape})
    def post(self, request: Request) -> Response:
        """Ask them all now, and write down what came of it."""
        return Response(RanShape(run_golden(self.actor, **in_body(request, WhichGolden))).data)


class GoldenRuns(ActorView):
    @described("golden_runs", query=WhichGolden, answers={200: RunsShape})
    def get(self, request: Request) -> Response:
        """What came of asking before: compare by model and day."""
        found = list_runs(self.actor, **in_query(request, WhichGolden))[:LISTED]
        return Response(RunsShape({"runs": found}).data)
