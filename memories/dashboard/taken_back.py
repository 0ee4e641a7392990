"""What undoing did, as it is told: what came of each memory, and why some stayed as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.dashboard.picture import plain
from memories.services.undo_plan import CHANGED_SINCE, NOT_KEPT, UNTOLD
from memories.services.undoing import FORGOTTEN, JUST_NOW, OUT_OF_REACH, TO_BE_ERASED, Kept, Undone
from oauth.middleware import ActorRequest

MOST_NAMED = 20
REASONS: dict[str, Any] = {
    CHANGED_SINCE: gettext_lazy("It was changed since."),
    NOT_KEPT: gettext_lazy("What it replaced is no longer kept."),
    UNTOLD: gettext_lazy("What it was before was not written down."),
    FORGOTTEN: gettext_lazy("It was forgotten, which cannot be undone."),
    OUT_OF_REACH: gettext_lazy("It is out of this connection's reach."),
    JUST_NOW: gettext_lazy("It was changed just now."),
    TO_BE_ERASED: gettext_lazy("A person was asked to erase it, and decides whether it comes back."),
}
PARTS = {
    "restored": gettext_lazy("Says again what it said before"),
    "changed": gettext_lazy("Has its earlier fields or place again"),
    "removed": gettext_lazy("Archived, for the writes had made it"),
    "withdrawn": gettext_lazy("Its proposal is withdrawn"),
}


def parts_of(undone: Undone) -> list[tuple[Any, list[str]]]:
    """What was done, and to which memories."""
    return [(told, getattr(undone, part)) for part, told in PARTS.items() if getattr(undone, part)]


def kept_of(undone: Undone) -> list[tuple[str, Any]]:
    """What stayed as it is, and why. Without a name: it is gone, or not for this reader to see."""
    return [(one.name, REASONS.get(one.reason, one.reason)) for one in undone.kept]


def tell_kept(request: ActorRequest, kept: Sequence[Kept]) -> None:
    """On the next page, each of the first MOST_NAMED with its reason."""
    for one in kept[:MOST_NAMED]:
        name = plain(one.name) if one.name else _("a memory that is gone or private")
        messages.warning(request, _("%(name)s stayed as it is. %(why)s") % {"name": name, "why": _why(one)})
    if len(kept) > MOST_NAMED:
        told = _("%(count)s more stayed as they are.") % {"count": len(kept) - MOST_NAMED}
        messages.warning(request, told)


def _why(one: Kept) -> str:
    return str(REASONS.get(one.reason, one.reason))
