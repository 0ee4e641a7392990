"""The endpoint for a context pack."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import Where, one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Text, optional, texts
from memories.recall.context_pack import GENERAL, PURPOSES, Pack, context
from memories.recall.packing import ESTIMATOR


class Packing(Where):
    """What a context is packed for, and how large it may be."""

    query = optional(Text, help_text=_("A task or a question. Without it the rules, and what the task has."))
    purpose = Text(required=False, default=GENERAL, help_text=one_of(list(PURPOSES)))
    token_budget = optional(serializers.IntegerField, help_text=_("The profile's when left out."))
    max_memories = optional(serializers.IntegerField, help_text=_("Beside the standing rules."))
    names = texts()
    kinds = texts()
    scopes = texts()


class OfferShape(Base):
    """A rule or a memory, and what it costs."""

    what = serializers.CharField(source="offer.what", help_text="rule, memory, fact")
    name = serializers.CharField(source="offer.name")
    workspace = serializers.CharField(source="offer.workspace")
    memory_id = serializers.UUIDField(source="offer.memory_id", allow_null=True)
    version = serializers.IntegerField(source="offer.version")
    may_conflict_with = serializers.ListField(source="offer.may_conflict_with", child=serializers.CharField())
    tokens = serializers.IntegerField()


class ItemShape(OfferShape):
    reasons = serializers.ListField(source="offer.reasons", child=serializers.CharField())


class OmittedShape(OfferShape):
    reason = serializers.CharField(help_text="token_budget, max_memories, manual, contradicted_by_newer_rule")


class PackBudgetShape(Base):
    asked = serializers.IntegerField(source="tokens")
    used = serializers.IntegerField(source="packed.tokens")
    left = serializers.IntegerField(source="tokens_left")
    estimator = serializers.SerializerMethodField(help_text=_("Bytes of UTF-8 by four, rounded up."))
    memories = serializers.IntegerField()

    def get_estimator(self, made: Pack) -> str:
        return ESTIMATOR


class RetrievalShape(Base):
    mode = serializers.CharField(help_text="hybrid, words-only, list")
    mode_reason = serializers.CharField()
    candidates = serializers.IntegerField()
    still_indexing = serializers.IntegerField()


class PackShape(Base):
    """Whole items only; the budget is counted over `context`."""

    context = serializers.CharField(source="packed.text")  # type: ignore[assignment]
    items = ItemShape(source="packed.items", many=True)
    omitted = OmittedShape(source="packed.omitted", many=True)
    budget = PackBudgetShape(source="*")
    retrieval = RetrievalShape(source="found", allow_null=True)
    more_rules = serializers.BooleanField(help_text=_("There are more standing rules than were looked at."))


class PackContext(ActorView):
    @described("context", query=Packing, answers={200: PackShape})
    def get(self, request: Request) -> Response:
        """The standing rules and what answers the query, whole, under a budget of tokens."""
        return Response(PackShape(context(self.actor, **in_query(request, Packing))).data)

    @described("context_by_post", body=Packing, answers={200: PackShape})
    def post(self, request: Request) -> Response:
        """The same, for queries that are too long for an address or do not belong in a log."""
        return Response(PackShape(context(self.actor, **in_body(request, Packing))).data)
