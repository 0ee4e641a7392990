"""What the lists can be narrowed to. Choices cost a query only where they are not known beforehand."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memories.admin.queue import CONDITIONS
from memories.admin.rows import actor_of
from memories.models import Trust

Choices = list[tuple[str, Any]]


class Narrowing(SimpleListFilter):
    """A filter that compares one field with the chosen value."""

    field: str

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        return queryset.filter(**{self.field: chosen}) if chosen else queryset


class WorkspaceFilter(Narrowing):
    title = _("workspace")
    parameter_name = field = "workspace"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(name, name) for name in sorted(actor_of(request).workspaces)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if not chosen:
            return queryset
        return queryset.filter(workspace_id=actor_of(request).workspaces.get(chosen))


class StateFilter(SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(state.value, state.label) for state in CONDITIONS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        wanted = [condition for state, condition in CONDITIONS.items() if state == self.value()]
        return queryset.filter(*wanted)


class TrustFilter(Narrowing):
    title = _("trust")
    parameter_name = field = "trust"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return list(Trust.choices)


class _AmongRows(Narrowing):
    """The choices are the values that the rows have."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        rows = model_admin.get_queryset(request).order_by(self.field)
        return [(value, value) for value in rows.values_list(self.field, flat=True).distinct() if value]


class KindFilter(_AmongRows):
    title = _("kind")
    parameter_name, field = "kind", "memory__kind"


class OwnKindFilter(_AmongRows):
    title = _("kind")
    parameter_name = field = "kind"


class ClientFilter(_AmongRows):
    title = _("client")
    parameter_name = field = "client"


class AgentFilter(_AmongRows):
    title = _("agent")
    parameter_name = field = "agent"
