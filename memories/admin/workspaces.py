"""Workspaces: whether they review or store what agents write."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memories import access
from memories.admin.rows import OwnRows, actor_of
from memories.models import Workspace
from memories.services.workspaces import change_workspace, list_workspaces


@admin.register(Workspace)
class WorkspaceAdmin(OwnRows):
    """Only the mode changes here, by the verb that writes it down."""

    actions = None
    list_display = ("name", "mode", "created_at")
    fields = ("name", "mode", "created_at")
    readonly_fields = ("name", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return list_workspaces(actor_of(request))

    def save_model(self, request: HttpRequest, obj: Workspace, form: Any, change: bool) -> None:
        actor = actor_of(request)
        change_workspace(actor, workspace=access.workspace_name(actor, obj.pk), mode=obj.mode)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Workspace | None = None) -> bool:
        return False
