"""Upkeep: golden questions, the search index, clearing away, and whether the chain of events holds."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _

from continuum.kernel.errors import NotFound
from memories.dashboard.pages import action, page, told
from memories.dashboard.settings import here, shown, workspace_of
from memories.dashboard.typed import as_id, as_number
from memories.intake.golden import pin_question
from memories.pipeline.golden import run_golden
from memories.recall.overview import overview
from memories.services.golden import list_golden, list_runs, unpin
from memories.services.jobs import count_jobs
from memories.services.reindexing import ask_for_reindex
from memories.services.retention import clean_up
from memories.services.verification import verify_events
from oauth.middleware import ActorRequest

RUNS, QUESTIONS = 12, 100


@page
def golden(request: ActorRequest) -> HttpResponse:
    """The questions, where each memory came the last time, and the figures of the runs."""
    workspace = workspace_of(request)
    rows = list(list_golden(request.actor, workspace=workspace)[: QUESTIONS + 1])
    runs = list(list_runs(request.actor, workspace=workspace)[:RUNS])
    return shown(request, "golden", "golden", rows=rows[:QUESTIONS], more=len(rows) > QUESTIONS, runs=runs)


@action
def pin(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)

    def pinned() -> str:
        pin_question(
            request.actor,
            question=request.POST.get("question", ""),
            name=request.POST.get("name", ""),
            within=as_number(request.POST.get("within", "")) or 0,
            workspace=workspace,
        )
        return _("Pinned. Run the questions to see where it comes.")

    return told(request, pinned, onward=here("settings-golden", workspace))


@action
def let_go(request: ActorRequest) -> HttpResponse:
    wanted: UUID | None = as_id(request.POST.get("golden", ""))

    def unpinned() -> str:
        if wanted is None:
            raise NotFound(_("There is no such question."))
        unpin(request.actor, golden_id=wanted)
        return _("Unpinned.")

    return told(request, unpinned, onward=here("settings-golden", workspace_of(request)))


@action
def run(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)

    def ran() -> str:
        done = run_golden(request.actor, workspace=workspace)
        return _("%(kept)s of %(asked)s questions brought their memory.") % {
            "kept": done.run.kept,
            "asked": done.run.asked,
        }

    return told(request, ran, onward=here("settings-golden", workspace))


@page
def upkeep(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)
    return shown(
        request,
        "upkeep",
        "upkeep",
        overview=overview(request.actor, workspace=workspace),
        jobs=count_jobs(request.actor),
    )


@action
def rebuild(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)

    def queued() -> str:
        if ask_for_reindex(request.actor, workspace=workspace):
            return _("The index is being rebuilt. Search goes on meanwhile.")
        return _("That waits already. Search goes on meanwhile.")

    return told(request, queued, onward=here("settings-upkeep", workspace))


@action
def clear(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)

    def cleared() -> str:
        done = clean_up(request.actor, workspace=workspace)
        told_of = {
            "versions": done.superseded + done.rejected,
            "events": done.events,
            "rows": done.activity + done.answers + done.handoffs,
        }
        return _("Cleared away: %(versions)s versions, %(events)s events, %(rows)s other rows.") % told_of

    return told(request, cleared, onward=here("settings-upkeep", workspace))


@action
def verify(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)

    def verified() -> str:
        found = verify_events(request.actor, workspace=workspace)
        if found.broken is not None:
            raise NotFound(
                _("The chain breaks at event %(sequence)s: %(reason)s")
                % {"sequence": found.broken.sequence, "reason": found.broken.reason}
            )
        return _("The chain holds: %(events)s events, each with the hash of the one before.") % {
            "events": found.events
        }

    return told(request, verified, onward=here("settings-upkeep", workspace))
