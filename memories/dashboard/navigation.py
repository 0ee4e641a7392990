"""The frame around every page: where one can go, where one is, and how much waits.

A page appears in the navigation when an address of its name exists; nothing else has to be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from memories.recall.proposals import count_waiting


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the navigation: the name of the page's address, its label, and an icon of static/icons.svg.
    `within` are the names (or beginnings of names) of other addresses that belong to it.
    """

    page: str
    label: Any
    icon: str
    within: tuple[str, ...] = ()
    staff: bool = False

    def holds(self, name: str) -> bool:
        return name == self.page or name.startswith(self.within or ("\0",))


GROUPS: list[tuple[Any, list[Slot]]] = [
    (
        _("Memory"),
        [
            Slot("home", _("Home"), "home", ("welcome",)),
            Slot("review", _("Review"), "review", ("review-", "proposal-")),
            Slot("memories", _("Memories"), "memories", ("memory",)),
            Slot("graph", _("Graph"), "graph", ("graph-",)),
            Slot("timeline", _("Timeline"), "timeline", ("timeline-",)),
            Slot("activity", _("Activity"), "activity", ("activity-",)),
        ],
    ),
    (
        _("Agents"),
        [
            Slot("connections", _("Connections"), "connections", ("connection-", "connections-", "token-")),
            Slot("handoffs", _("Handoffs"), "handoffs", ("handoff-",)),
            Slot("guide", _("Guide"), "guide", ("guide-",)),
            Slot("imports", _("Imports"), "imports", ("import-",)),
        ],
    ),
    (
        _("Keeping"),
        [
            Slot("settings", _("Settings"), "settings", ("settings-",)),
            Slot("backups", _("Backups"), "backups", ("backup-",)),
            Slot("account", _("Account"), "account", ("account", "mfa_", "usersessions", "socialaccount_")),
            Slot("api-docs", _("API"), "api"),
            Slot("admin:index", _("Admin"), "admin", staff=True),
        ],
    ),
]


@dataclass(frozen=True, slots=True)
class Link:
    address: str
    label: Any
    icon: str
    current: bool
    counts: bool


def frame(request: HttpRequest) -> dict[str, Any]:
    """The context of every page: `navigation` for who is signed in, `waiting` proposals when it is asked.

    An address that leads nowhere has no view, and so nobody acts on its page.
    """
    actor, user = getattr(request, "actor", None), getattr(request, "user", None)
    if actor is None and not (user is not None and user.is_authenticated):
        return {"navigation": [], "waiting": 0}
    waiting = SimpleLazyObject(lambda: count_waiting(actor) if actor else 0)
    return {"navigation": SimpleLazyObject(lambda: _navigation(request)), "waiting": waiting}


def _navigation(request: HttpRequest) -> list[tuple[Any, list[Link]]]:
    match = request.resolver_match
    here = str(match.url_name or "") if match else ""
    staff = bool(getattr(request.user, "is_staff", False))
    return [(title, list(_links(slots, here, staff=staff))) for title, slots in GROUPS]


def _links(slots: list[Slot], here: str, *, staff: bool) -> Iterator[Link]:
    for slot in slots:
        address = _address(slot.page)
        if address and (staff or not slot.staff):
            yield Link(address, slot.label, slot.icon, slot.holds(here), slot.page == "review")


def _address(page: str) -> str:
    try:
        return reverse(page)
    except NoReverseMatch:
        return ""
