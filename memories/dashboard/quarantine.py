"""Quarantine: memories in which a scan found what looks like a secret, until a person says what it is."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from continuum.kernel.roles import Permission
from memories.dashboard.leading import address
from memories.dashboard.pages import action, page, told
from memories.dashboard.secret_words import SECRET_KINDS
from memories.services.quarantine import Answer, decide_quarantine, excerpts, list_quarantine
from oauth.middleware import ActorRequest

SHOWN = 100


@page
def quarantine(request: ActorRequest) -> HttpResponse:
    """What waits, oldest first; never the secret itself."""
    found = list_quarantine(request.actor)
    context = {
        "suspects": [(each, [SECRET_KINDS[kind] for kind in each.kinds]) for each in found[:SHOWN]],
        "waiting": len(found),
        "tab": "quarantine",
    }
    return render(request, "dashboard/quarantine.html", context)


@page
def suspect(request: ActorRequest, memory_id: UUID) -> HttpResponse:
    """What one is in quarantine for: this page alone shows the letters, to who is signed in."""
    found = excerpts(request.actor, memory_id=memory_id)
    context = {
        "memory_id": memory_id,
        "excerpts": [(each, SECRET_KINDS[each.kind]) for each in found],
        "tab": "quarantine",
        "may_decide": _may_decide(request, memory_id),
    }
    return render(request, "dashboard/suspect.html", context)


def _may_decide(request: ActorRequest, memory_id: UUID) -> bool:
    """Whose role lets them look may not be let decide: that can erase."""
    where = [each.workspace for each in list_quarantine(request.actor) if each.memory_id == memory_id]
    return any(request.actor.holds(Permission.FORGET, request.actor.workspaces[name]) for name in where)


_TOLD = {
    Answer.RELEASE.value: lambda: _("Released. The same letters are no secret here from now on."),
    Answer.REDACT.value: lambda: _("The secret was taken out of it, everywhere and for good."),
    Answer.FORGET.value: lambda: _("Forgotten, with every version."),
}


@action
def decide(request: ActorRequest, memory_id: UUID) -> HttpResponse:
    answer = request.POST.get("answer", "")

    def decided() -> str:
        decide_quarantine(request.actor, memory_id=memory_id, answer=answer)
        return _TOLD[answer]()

    return told(request, decided, onward=address("settings-quarantine"))
