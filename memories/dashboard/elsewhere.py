"""Taking a memory to another workspace: a copy that is proposed there, or the memory itself."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from memories.dashboard.pages import action, told
from memories.dashboard.which import Which
from memories.intake.promoting import move_memory, promote_memory
from memories.services.drafts import Answer, Outcome
from oauth.middleware import ActorRequest


@action
def take(request: ActorRequest) -> HttpResponse:
    which, to = Which.of(request.POST), request.POST.get("to", "")

    def taken() -> str:
        if request.POST.get("how") != "move":
            return _told(promote_memory(request.actor, to=to, **which.place), to)
        moved = move_memory(request.actor, to=to, **which.place)
        if not moved.archived:
            return _told(moved.answer, to)
        return _("Moved to %(name)s. Here it is archived, with its history.") % {"name": to}

    return told(request, taken, onward=which.address())


def _told(answer: Answer, to: str) -> str:
    """What became of a copy."""
    if answer.status is Outcome.PROPOSED:
        return _("A copy waits in %(name)s for somebody who reviews there.") % {"name": to}
    if answer.status is Outcome.DUPLICATE:
        return answer.reason
    return _("A copy is in %(name)s now.") % {"name": to}
