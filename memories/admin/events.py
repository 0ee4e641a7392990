"""What happened, to look at. The database itself lets nobody change it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest

from memories.admin.filters import WorkspaceFilter
from memories.admin.rows import LookOnly
from memories.models import Event
from memories.services import events

ACTIONS = sorted(action for name, action in vars(events).items() if name.isupper())


class ActionFilter(SimpleListFilter):
    title = "action"
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(action, action) for action in ACTIONS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Event]) -> QuerySet[Event]:
        return queryset.filter(action=self.value()) if self.value() else queryset


@admin.register(Event)
class EventAdmin(LookOnly):
    list_display = ("sequence", "at", "action", "agent", "client", "workspace", "memory_id")
    list_display_links = ("sequence", "action")
    list_select_related = ("workspace",)
    list_filter = (ActionFilter, WorkspaceFilter)
    ordering = ("-at", "-id")
    search_fields = ("memory_id", "revision_id", "agent", "client")
    search_help_text = "An id of a memory or revision, an agent, a client"
