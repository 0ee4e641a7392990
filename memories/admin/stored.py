"""Memories to look at: names and states, never their texts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import URLPattern
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memories import access
from memories.admin.filters import OwnKindFilter, WorkspaceFilter
from memories.admin.quarantine import QuarantinePages
from memories.admin.rows import LookOnly, actor_of
from memories.models import Memory

SHOWN = 100  # revisions and events of a memory's history, newest first


@admin.register(Memory)
class MemoryAdmin(LookOnly):
    list_display = ("name", "kind", "recall_tier", "version", "archived", "workspace", "updated_at")
    list_select_related = ("workspace",)
    list_filter = (OwnKindFilter, "recall_tier", WorkspaceFilter)
    ordering = ("-updated_at", "pk")
    search_fields = ("name",)
    fields = (
        "name",
        "workspace",
        "kind",
        "tags",
        "scope",
        "scope_key",
        "recall_tier",
        "sensitivity",
        "version",
        "updated_at",
        "archived_at",
        "expires_at",
        "quarantined_at",
        "erasure_asked_at",
        "revisions",
        "events",
    )
    readonly_fields = ("revisions", "events")

    def get_urls(self) -> list[URLPattern]:
        return [*QuarantinePages(self).urls, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        actor = actor_of(request)
        return access.memories(actor, actor.workspaces.values()).order_by(*self.ordering)

    @admin.display(boolean=True, description=_("archived"))
    def archived(self, memory: Memory) -> bool:
        return memory.archived_at is not None

    @admin.display(description=_("revisions"))
    def revisions(self, memory: Memory) -> SafeString:
        held = access.revisions([memory.workspace_id]).filter(memory_id=memory.pk)
        shown = held.order_by("-created_at", "pk").defer("content", "value", "patch")[:SHOWN]
        return render_to_string("admin/review/revisions.html", {"revisions": shown})

    @admin.display(description=_("history"))
    def events(self, memory: Memory) -> SafeString:
        happened = access.events(memory).order_by("-sequence")[:SHOWN]
        return render_to_string("admin/review/events.html", {"events": happened})
