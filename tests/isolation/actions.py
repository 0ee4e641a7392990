"""What the admin does to many rows at once has no address of its own: enumerated from its registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Model
from django.test import RequestFactory

from tests.isolation.requests import FORM

KNOWN = {
    ("auth.group", "delete_selected"),
    ("memories.policy", "delete_selected"),
    ("memories.proposal", "approve"),
    ("memories.proposal", "reject"),
    ("memories.proposal", "replace"),
    ("mfa.authenticator", "delete_selected"),
    ("oauth.client", "delete_selected"),
    ("oauth.connection", "delete_selected"),
    ("oauth.invitation", "delete_selected"),
    ("oauth.personaltoken", "delete_selected"),
}
"""Every action of every page. Those of accounts are the operator's to take: what is remembered is not."""


def actions(user: Any) -> Iterator[tuple[type[Model], str]]:
    """What somebody may do to many rows."""
    request = RequestFactory().get("/admin/")
    request.user = user
    for model, page in admin.site._registry.items():
        for name in page.get_actions(request):
            yield model, name


def labels(user: Any) -> set[tuple[str, str]]:
    return {(model._meta.label_lower, name) for model, name in actions(user)}


def form(model: type[Model], action: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The list's own form, with a row of alice's ticked."""
    place = f"{model._meta.app_label}/{model._meta.model_name}"
    fields = {"action": action, "_selected_action": values[f"object_id of {place}"], "post": "yes"}
    return {"path": f"/admin/{place}/", "data": urlencode({**fields, "index": "0"}), "content_type": FORM}
