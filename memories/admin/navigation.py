"""The admin's side bar: what this person may look at, the queue with its length first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from memories.admin.queue import count_waiting
from memories.admin.rows import actor_of
from memories.services.quarantine import count_quarantined

Pages = Iterable[tuple[str, str, str]]
_PAGES = (
    ("memories", "memory", "neurology"),
    ("memories", "fact", "fact_check"),
    ("memories", "entity", "hub"),
    ("memories", "extractionbudget", "payments"),
    ("memories", "event", "history"),
    ("memories", "handoff", "swap_horiz"),
    ("memories", "activity", "input"),
    ("memories", "policy", "rule"),
    ("memories", "workspace", "workspaces"),
)
_PEOPLE = (
    ("oauth", "user", "group"),
    ("oauth", "invitation", "mail"),
    ("mfa", "authenticator", "password"),
    ("oauth", "personaltoken", "key"),
    ("oauth", "connection", "link"),
    ("oauth", "client", "apps"),
    ("oauth", "accountevent", "manage_history"),
)


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Groups of links, as the theme wants them."""
    titles = {
        "memory": _("Memories"),
        "fact": _("Facts"),
        "entity": _("Things"),
        "extractionbudget": _("Extraction budget"),
        "event": _("Events"),
        "handoff": _("Handoffs"),
        "activity": _("Activity"),
        "policy": _("Policies"),
        "workspace": _("Workspaces"),
        "user": _("People"),
        "personaltoken": _("Tokens"),
        "invitation": _("Invitations"),
        "authenticator": _("Second steps"),
        "connection": _("Connections"),
        "client": _("Clients"),
        "accountevent": _("Events of accounts"),
    }

    def links(pages: Pages) -> list[dict[str, Any]]:
        return [_link(request, app, model, titles[model], icon) for app, model, icon in pages]

    return [
        {"items": [_queue(request), _quarantine(request)]},
        {"separator": True, "items": links(_PAGES)},
        {"title": _("People"), "separator": True, "items": links(_PEOPLE)},
    ]


def _queue(request: HttpRequest) -> dict[str, Any]:
    link = _link(request, "memories", "proposal", _("Review queue"), "inbox")
    waiting = count_waiting(actor_of(request))
    return {**link, "badge": waiting, "badge_variant": "primary"} if waiting else link


def _quarantine(request: HttpRequest) -> dict[str, Any]:
    link = _link(request, "memories", "memory", _("Quarantine"), "gpp_maybe")
    link["link"] = reverse("admin:memories_quarantine")
    held = count_quarantined(actor_of(request))
    return {**link, "badge": held, "badge_variant": "warning"} if held else link


def _link(request: HttpRequest, app: str, model: str, title: str, icon: str) -> dict[str, Any]:
    may = request.user.has_perm(f"{app}.view_{model}") or request.user.has_perm(f"{app}.change_{model}")
    address = reverse(f"admin:{app}_{model}_changelist")
    return {"title": title, "icon": icon, "link": address, "permission": lambda _request: may}
