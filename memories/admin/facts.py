"""Facts and the things they are about, to look at. A sentence is shown on its fact's page alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memories import access
from memories.admin.filters import WorkspaceFilter
from memories.admin.rows import LookOnly, actor_of
from memories.models import Entity, ExtractionBudget, Fact


@admin.register(Fact)
class FactAdmin(LookOnly):
    list_display = (
        "subject",
        "predicate",
        "object",
        "memory",
        "valid_from",
        "valid_until",
        "retired_for",
        "extracted_by",
        "workspace",
    )
    list_display_links = ("subject", "predicate")
    list_select_related = ("subject", "memory", "workspace")
    list_filter = ("retired_for", WorkspaceFilter)
    ordering = ("-learned_at", "-id")
    search_fields = ("subject__name", "predicate")
    search_help_text = "A thing, a predicate"
    exclude = ("words", "object_key", "slot")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        actor = actor_of(request)
        return access.facts(actor, actor.workspaces.values(), private=actor.private).order_by(*self.ordering)


@admin.register(Entity)
class EntityAdmin(LookOnly):
    list_display = ("name", "kind", "merged_into", "workspace", "created_at")
    list_select_related = ("merged_into", "workspace")
    list_filter = ("kind", WorkspaceFilter)
    ordering = ("name", "id")
    search_fields = ("name",)


@admin.register(ExtractionBudget)
class ExtractionBudgetAdmin(LookOnly):
    list_display = (
        "workspace",
        "month",
        "tokens",
        "micros",
        "calls",
        "refused",
        "most_tokens",
        "most_micros",
    )
    list_select_related = ("workspace",)
    ordering = ("-month", "workspace")
