"""The endpoint for questions that take more than one search."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base, HistoryShape, MemoryShape
from memories.api.asking import Where, one_of
from memories.api.base import ActorView, in_body
from memories.api.docs import described
from memories.api.fields import Text, optional, texts
from memories.recall.investigation import query
from memories.recall.terms import AUTO, STRATEGIES


class Question(Where):
    """A question and what it may use. Budgets are the profile's when left out."""

    question = Text()
    subqueries = texts(_("Your own parts of the question, instead of those that the rules find."))
    strategy = Text(required=False, default=AUTO, help_text=one_of(list(STRATEGIES)))
    include_history = serializers.BooleanField(required=False, default=False)
    names = texts()
    kinds = texts()
    scopes = texts()
    private = serializers.BooleanField(required=False, default=False)
    max_steps = optional(serializers.IntegerField)
    timeout_ms = optional(serializers.IntegerField)
    min_evidence = serializers.IntegerField(required=False, default=1)
    token_budget = optional(serializers.IntegerField, help_text=_("Of `context`."))


class WindowShape(Base):
    since = serializers.CharField()
    until = serializers.CharField()


class PlanShape(Base):
    planner = serializers.CharField()
    complexity = serializers.CharField(
        help_text=_("L0 a name, L1 one question, L2 several or the past, L3 relations.")
    )
    subqueries = serializers.ListField(child=serializers.CharField())
    history = serializers.BooleanField()
    window = WindowShape(allow_null=True)


class StepShape(Base):
    kind = serializers.CharField(help_text="lookup, dated, hop")
    asked = serializers.CharField()
    found = serializers.IntegerField()
    new = serializers.IntegerField()
    milliseconds = serializers.FloatField()
    mode = serializers.CharField()


class EvidenceShape(Base):
    memory = MemoryShape()
    score = serializers.FloatField(help_text=_("Orders the evidence; no probability."))
    steps = serializers.ListField(child=serializers.IntegerField())


class PastShape(Base):
    history = HistoryShape()
    cut = serializers.BooleanField()


class SufficiencyShape(Base):
    status = serializers.CharField(help_text="sufficient, partial, insufficient")
    reasons = serializers.ListField(child=serializers.CharField())


class SpentShape(Base):
    steps = serializers.IntegerField(source="most_steps")
    timeout_ms = serializers.IntegerField(source="most_milliseconds")
    used_ms = serializers.FloatField(source="milliseconds")
    history_events = serializers.IntegerField()
    tokens = serializers.IntegerField(source="pack.tokens")


class InvestigatedShape(Base):
    """What a question led to."""

    plan = PlanShape()
    strategy = serializers.CharField()
    steps = StepShape(many=True)
    evidence = EvidenceShape(many=True)
    history = PastShape(source="pasts", many=True)
    sufficiency = SufficiencyShape()
    fallback = serializers.ListField(child=serializers.CharField(), help_text=_("What was given up on."))
    context = serializers.CharField(  # type: ignore[assignment]
        source="pack.text", help_text=_("The evidence as a context pack, without what is private or manual.")
    )
    budget = SpentShape(source="*")


class Query(ActorView):
    @described("query", body=Question, answers={200: InvestigatedShape})
    def post(self, request: Request) -> Response:
        """Look a question up in several steps within a budget."""
        return Response(InvestigatedShape(query(self.actor, **in_body(request, Question))).data)
