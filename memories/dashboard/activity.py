"""Activity: what agents were given, when and why, with plots of how much and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext_lazy as _

from continuum.kernel.errors import ValidationFailed
from memories.dashboard.asking import (
    OUTCOMES,
    SORTS,
    SPANS,
    USUAL_SPAN,
    ActivityAsked,
    open_to,
    status_of,
    wrong_in,
)
from memories.dashboard.clients import Clients
from memories.dashboard.leading import memory_page, older
from memories.dashboard.pages import page
from memories.dashboard.plots import heat, of_days, of_pace
from memories.recall.activity import Doings, Done, Given, list_activity
from memories.recall.figures import Figures, figures
from oauth.middleware import ActorRequest

SHOWN = 30
SERIES = [_("Writes"), _("Recalls"), _("Injections"), _("Pages fetched")]
_KEPT = ("workspace", "sort", "outcome", "agent", "since", "until")


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it is told: by whom, and each memory with its address."""

    done: Done
    who: str
    given: list[tuple[Given, str]]


@page
def activity(request: ActorRequest) -> HttpResponse:
    form = ActivityAsked(request.GET)
    given = form.given()
    days = int(given.get("days", USUAL_SPAN))
    asked = {key: given[key] for key in _KEPT if key in given}
    error, found = wrong_in(form), Doings([])
    try:
        found = list_activity(
            request.actor,
            **asked,
            private="private" in given,
            limit=SHOWN,
            cursor=given.get("cursor"),
        )
    except ValidationFailed as refused:
        error = refused.message
    clients = Clients(request)
    context = {
        "lines": [_line(done, clients) for done in found.rows],
        "error": error,
        "given": given,
        "filtered": bool(asked) or "cursor" in given,
        "older": older("activity", {k: v for k, v in given.items() if k != "cursor"}, found.next_cursor),
        "workspaces": open_to(request),
        "sorts": SORTS,
        "outcomes": OUTCOMES,
        "clients": clients.choices(),
        "spans": SPANS,
        "days": days,
        **_plots(figures(request.actor, workspace=given.get("workspace"), days=days)),
    }
    return render(request, "dashboard/activity.html", context, status=status_of(error))


def _plots(found: Figures) -> dict[str, Any]:
    weekdays = [WEEKDAYS_ABBR[day] for day in range(7)]
    return {
        "figures": found,
        "per_day": of_days(found, names=SERIES),
        "pace": of_pace(found),
        "heat": heat(found.hours, weekdays=weekdays),
        "hours": range(24),
    }


def _line(done: Done, clients: Clients) -> Line:
    given = [(each, _address(each)) for each in done.given]
    return Line(done, clients.who(done.client, done.agent), given)


def _address(given: Given) -> str:
    about = given.memory
    if about is None:
        return ""
    return memory_page(about.name, about.workspace, task_id=about.task_id, private=about.private)
