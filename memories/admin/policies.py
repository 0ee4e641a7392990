"""Policy rows: what becomes of the writes that fit them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from memories import access
from memories.admin.filters import WorkspaceFilter
from memories.admin.rows import OwnRows, actor_of
from memories.models import Policy, Trust
from memories.services.policies import delete_policy, set_policy
from memories.services.policy import Action
from memories.services.workspaces import list_workspaces
from memories.text.errors import TextError
from memories.text.names import valid_slug

ANY = [("", "any")]
CONDITIONS = ("workspace", "client", "kind", "trust", "action")


class PolicyForm(forms.ModelForm):
    trust = forms.ChoiceField(choices=ANY + Trust.choices, required=False, widget=UnfoldAdminSelectWidget)
    action = forms.ChoiceField(
        choices=ANY + [(action.value, action.value) for action in Action],
        required=False,
        widget=UnfoldAdminSelectWidget,
    )

    class Meta:
        model = Policy
        fields = ("workspace", "client", "kind", "trust", "action", "decision")

    def clean_kind(self) -> str:
        kind: str = self.cleaned_data["kind"]
        try:
            return valid_slug(kind, what="kind") if kind else ""
        except TextError as error:
            raise ValidationError(str(error)) from None


@admin.register(Policy)
class PolicyAdmin(OwnRows):
    """Made, changed and taken back by verbs, so that each step is an event.

    What a row speaks about stays: another condition is another row.
    """

    form = PolicyForm
    list_display = ("__str__", "workspace", "client", "kind", "trust", "action", "decision")
    list_select_related = ("workspace",)
    list_filter = (WorkspaceFilter, "decision")
    ordering = ("workspace__name", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Policy | None = None) -> Sequence[str]:
        return CONDITIONS if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "workspace":
            kwargs["queryset"] = list_workspaces(actor_of(request))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Policy, form: Any, change: bool) -> None:
        actor = actor_of(request)
        kept = set_policy(
            actor,
            workspace=access.workspace_name(actor, obj.workspace_id),
            client=obj.client,
            kind=obj.kind,
            trust=obj.trust,
            action=obj.action,
            decision=obj.decision,
        )
        obj.pk = kept.pk

    def delete_model(self, request: HttpRequest, obj: Policy) -> None:
        delete_policy(actor_of(request), policy_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Policy]) -> None:
        for policy_id in list(queryset.values_list("pk", flat=True)):
            delete_policy(actor_of(request), policy_id=policy_id)
