"""How far a backup or a restore of somebody has come, kept while it goes on, for the page to ask for."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from memories.dashboard.pages import page
from memories.portability.progress import Progress, Telling
from oauth.middleware import ActorRequest

KEPT_SECONDS = 600
"""What is told no more after so long has come to an end with its process."""
STAGES: dict[str, Any] = {
    "check": _("The file is being looked at"),
    "backup": _("What is here is being kept"),
    "restore": _("It is being brought back"),
}


def telling(request: ActorRequest) -> Telling:
    """Where the work says how far it is."""
    key = _key(request)

    def tell(progress: Progress) -> None:
        cache.set(key, (progress.stage, progress.done, progress.total), KEPT_SECONDS)

    return tell


def over(request: ActorRequest) -> None:
    """It has come to its end, one way or another."""
    cache.delete(_key(request))


@page
def progress(request: ActorRequest) -> HttpResponse:
    """The bar alone, for the page of backups."""
    stage, done, total = cache.get(_key(request)) or ("", 0, 0)
    context = {"stage": STAGES.get(stage, ""), "done": min(done, total) if total else 0, "total": total}
    return render(request, "parts/progress.html", context)


def _key(request: ActorRequest) -> str:
    return f"continuum.progress:1:{request.user.pk}"
