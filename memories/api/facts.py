"""Endpoints on facts, on the things they are about, and on what drawing them may cost."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import One, Past, one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional, texts
from memories.intake.entities import rename_entity, split_entity
from memories.models.facts import Kind
from memories.recall.entities import get_entity, list_entities
from memories.recall.facts import list_facts
from memories.services.budgets import get_budget, set_budget
from memories.services.merging import merge_entities


class FactsAsked(One, Past):
    query = optional(Text, help_text=_("Words; without them the newest first. Not together with a past."))
    entity = optional(Text, help_text=_("Only what speaks of this thing, by any of its names."))
    predicate = optional(Text, help_text=_("Only this one, such as lives_in."))
    include_retired = serializers.BooleanField(
        required=False, default=False, help_text=_("Also what is held no longer.")
    )
    limit = serializers.IntegerField(required=False, default=20, help_text=_("1 to 100."))
    cursor = optional(Text)


class EntitiesAsked(One):
    kind = optional(Text, help_text=one_of(Kind.values))
    limit = serializers.IntegerField(required=False, default=20, help_text=_("1 to 100."))


class EntityAsked(One, Past):
    """One thing, as it is or as it was."""


class InWorkspace(Shape):
    workspace = optional(Text, help_text=_("The default workspace when left out."))


class Merging(InWorkspace):
    name = Text()
    into = Text(help_text=_("What it means from now on."))


class Splitting(InWorkspace):
    name = Text()
    new_name = optional(Text, help_text=_("What it is called that the name means in these memories."))
    memories = texts(_("Their names; left out, the name's merge is taken back."))


class Renaming(InWorkspace):
    new_name = Text()


class Limits(InWorkspace):
    tokens = optional(serializers.IntegerField, help_text=_("In a month; the installation's when left out."))
    micros = optional(serializers.IntegerField, help_text=_("Millionths of a US dollar in a month."))


class FactShape(Base):
    """One claim, the sentence that makes it, and when it was true and held."""

    id = serializers.UUIDField()
    workspace = serializers.CharField()
    subject = serializers.CharField()
    predicate = serializers.CharField()
    object = serializers.CharField()
    statement = serializers.CharField()
    memory = serializers.CharField()
    valid_from = serializers.DateTimeField()
    valid_until = serializers.DateTimeField(allow_null=True)
    learned_at = serializers.DateTimeField()
    retired_at = serializers.DateTimeField(allow_null=True)
    retired_for = serializers.CharField(help_text="replaced, contradicted, repeated, archived, rule")
    confidence = serializers.FloatField()
    extracted_by = serializers.CharField(help_text=_("The local rules, or the model's name."))


class FactsShape(Base):
    facts = FactShape(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class NeighbourShape(Base):
    name = serializers.CharField()
    kind = serializers.CharField()
    facts = serializers.IntegerField()
    memories = serializers.IntegerField()


class EntityShape(Base):
    id = serializers.UUIDField()
    workspace = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    aliases = serializers.ListField(child=serializers.CharField())
    facts = FactShape(many=True)
    neighbours = NeighbourShape(many=True)
    memories = serializers.ListField(child=serializers.CharField())


class EntityLineShape(Base):
    id = serializers.UUIDField()
    workspace = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    memories = serializers.IntegerField()


class EntitiesShape(Base):
    entities = EntityLineShape(many=True)


class NamedShape(Base):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.CharField()


class BudgetShape(Base):
    """What this month's calls of a language model have cost. What is under way counts in full."""

    month = serializers.DateField()
    tokens = serializers.IntegerField()
    micros = serializers.IntegerField()
    calls = serializers.IntegerField()
    refused = serializers.IntegerField()
    most_tokens = serializers.IntegerField()
    most_micros = serializers.IntegerField()


class Facts(ActorView):
    @described("facts_list", query=FactsAsked, answers={200: FactsShape})
    def get(self, request: Request) -> Response:
        """What is claimed of things: now, or as it was."""
        return Response(FactsShape(list_facts(self.actor, **in_query(request, FactsAsked))).data)


class Entities(ActorView):
    @described("entities_list", query=EntitiesAsked, answers={200: EntitiesShape})
    def get(self, request: Request) -> Response:
        """The things that most memories speak of."""
        found = list_entities(self.actor, **in_query(request, EntitiesAsked))
        return Response({"entities": EntityLineShape(found, many=True).data})


class OneEntity(ActorView):
    @described("entities_read", query=EntityAsked, answers={200: EntityShape})
    def get(self, request: Request, name: str) -> Response:
        """One thing with its facts, what stands beside it, and the memories that speak of it."""
        found = get_entity(self.actor, name=name, **in_query(request, EntityAsked))
        return Response(EntityShape(found).data)

    @described("entities_rename", body=Renaming, answers={200: NamedShape})
    def patch(self, request: Request, name: str) -> Response:
        """Call it by another name; the old one goes on naming it."""
        return Response(NamedShape(rename_entity(self.actor, name=name, **in_body(request, Renaming))).data)


@extend_schema_view(get=extend_schema(exclude=True), patch=extend_schema(exclude=True))
class MergeEntities(OneEntity):
    """At /entities/merge; what is not POST means the thing that is called so."""

    @described("entities_merge", body=Merging, answers={200: NamedShape})
    def post(self, request: Request, name: str) -> Response:
        """Have one name mean what another does."""
        return Response(NamedShape(merge_entities(self.actor, **in_body(request, Merging))).data)


@extend_schema_view(get=extend_schema(exclude=True), patch=extend_schema(exclude=True))
class SplitEntity(OneEntity):
    """At /entities/split, in the same way."""

    @described("entities_split", body=Splitting, answers={200: NamedShape})
    def post(self, request: Request, name: str) -> Response:
        """Take a merge back, or have a name mean another thing in some memories."""
        return Response(NamedShape(split_entity(self.actor, **in_body(request, Splitting))).data)


class ExtractionBudgets(ActorView):
    @described("extraction_budget", query=InWorkspace, answers={200: BudgetShape})
    def get(self, request: Request) -> Response:
        """What drawing facts by a language model has cost a workspace this month, and what it may."""
        return Response(BudgetShape(get_budget(self.actor, **in_query(request, InWorkspace))).data)

    @described("extraction_budget_set", body=Limits, answers={200: BudgetShape})
    def put(self, request: Request) -> Response:
        """Give the workspace limits of its own."""
        return Response(BudgetShape(set_budget(self.actor, **in_body(request, Limits))).data)
