"""The admin's side bar: what this person may look at, the queue with its length first."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from memories.admin.queue import count_waiting
from memories.admin.rows import actor_of

_PAGES = (
    ("memories", "memory", "neurology"),
    ("memories", "event", "history"),
    ("memories", "activity", "input"),
    ("memories", "policy", "rule"),
    ("memories", "workspace", "workspaces"),
    ("oauth", "user", "group"),
    ("oauth", "personaltoken", "key"),
)


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Groups of links, as the theme wants them."""
    titles = {
        "memory": _("Memories"),
        "event": _("Events"),
        "activity": _("Activity"),
        "policy": _("Policies"),
        "workspace": _("Workspaces"),
        "user": _("People"),
        "personaltoken": _("Tokens"),
    }
    pages = [_link(request, app, model, titles[model], icon) for app, model, icon in _PAGES]
    return [{"items": [_queue(request)]}, {"separator": True, "items": pages}]


def _queue(request: HttpRequest) -> dict[str, Any]:
    link = _link(request, "memories", "proposal", _("Review queue"), "inbox")
    waiting = count_waiting(actor_of(request))
    return {**link, "badge": waiting, "badge_variant": "primary"} if waiting else link


def _link(request: HttpRequest, app: str, model: str, title: str, icon: str) -> dict[str, Any]:
    may = request.user.has_perm(f"{app}.view_{model}") or request.user.has_perm(f"{app}.change_{model}")
    address = reverse(f"admin:{app}_{model}_changelist")
    return {"title": title, "icon": icon, "link": address, "permission": lambda _request: may}
