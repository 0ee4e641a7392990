"""What all pages of the admin share: a person sees the rows of their own workspaces, and changes go by
verbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person, whom the middleware made an actor."""
    actor: Actor = request.actor  # type: ignore[attr-defined]
    return actor


def own_workspaces(request: HttpRequest) -> list[UUID]:
    return list(actor_of(request).workspaces.values())


class OwnRows(ModelAdmin):
    """Rows of the person's own workspaces. Row-level security hides the others; this chooses the index."""

    list_per_page = 100
    show_full_result_count = False
    list_filter_sheet = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(workspace_id__in=own_workspaces(request))

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A verb that refuses is told, on the page that asked it."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except ContinuumError as error:
            messages.error(request, error.message)
            return HttpResponseRedirect(request.get_full_path())


class LookOnly(OwnRows):
    """Rows that are looked at here and changed elsewhere."""

    actions: Sequence[str] | None = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
