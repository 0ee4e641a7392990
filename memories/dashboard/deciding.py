"""The decisions of the review queue: one, many, and taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from continuum.kernel.errors import ContinuumError
from memories.dashboard.pages import action, onward
from memories.dashboard.typed import as_id, as_number
from memories.intake.reconsider import take_back
from memories.recall.proposal import waits
from memories.recall.proposals import count_waiting
from memories.services.review import MAX_DECISIONS, Decided, decide_many
from oauth.middleware import ActorRequest

APPROVE, REPLACE, REJECT = "approve", "replace", "reject"
LAST = "review_decided"  # in the session: what Undo takes back


def last_decided(request: ActorRequest) -> int:
    """How many proposals the last decision was on that can be taken back."""
    return len(request.session.get(LAST, []))


@action
def decide(request: ActorRequest, revision_id: UUID) -> HttpResponse:
    """One decision: from the keyboard, answered in JSON, or by a button, with the next proposal."""
    decided = _decided(request, [revision_id])
    if isinstance(decided, str):
        return _refused(request, decided)
    done = decided[0].done
    told = _told(request.POST["decision"], 1) if done else decided[0].message
    if request.accepts("text/html"):
        messages.add_message(request, messages.SUCCESS if done else messages.ERROR, told)
        return redirect(after(request, revision_id, stay=not done))
    gone = done or not waits(request.actor, revision_id=revision_id)
    waiting = count_waiting(request.actor)
    return JsonResponse(
        {"done": done, "gone": gone, "message": told, "undo": last_decided(request) > 0, "waiting": waiting}
    )


@action
def decide_selected(request: ActorRequest) -> HttpResponse:
    wanted = [as_id(each) for each in request.POST.getlist("ids")]
    decided = _decided(request, [each for each in wanted if each])
    if isinstance(decided, str):
        messages.error(request, decided)
        return redirect(onward(request, reverse("review")))
    done = sum(one.done for one in decided)
    if done:
        messages.success(request, _told(request.POST["decision"], done))
    for reason, count in Counter(one.message for one in decided if not one.done).most_common():
        messages.error(request, f"{count}: {reason}")
    return redirect(onward(request, reverse("review")))


@action
def undo(request: ActorRequest) -> HttpResponse:
    """Take back the last decision of this session, each proposal for itself."""
    waiting, archived, last = 0, [], ""
    for each in request.session.pop(LAST, []):
        try:
            taken = take_back(request.actor, revision_id=UUID(each))
        except ContinuumError as error:
            messages.error(request, error.message)
            continue
        last = taken.name
        waiting += taken.waits
        archived += [] if taken.waits else [taken.name]
    if waiting:
        told = ngettext("Taken back: it waits again.", "Taken back: %(n)s wait again.", waiting)
        messages.success(request, told % {"n": waiting})
    if archived:
        told = ngettext("Taken back: it is archived.", "Taken back: %(n)s are archived.", len(archived))
        messages.success(request, told % {"n": len(archived)})
    if not last:
        messages.info(request, _("There is nothing to take back."))
    return redirect(onward(request, reverse("review")))


def _decided(request: ActorRequest, wanted: Sequence[UUID]) -> list[Decided] | str:
    """What became of each, or why none was decided on; noted for Undo, but for what replaced others."""
    decision = request.POST.get("decision", "")
    if decision not in {APPROVE, REPLACE, REJECT} or not 0 < len(wanted) <= MAX_DECISIONS:
        return _("Select at least one proposal.") if not wanted else _("That is not a decision.")
    try:
        decided = decide_many(
            request.actor,
            revision_ids=wanted,
            decision=REJECT if decision == REJECT else APPROVE,
            anyway="anyway" in request.POST,
            replace_similar=decision == REPLACE,
            expected_version=as_number(request.POST.get("expected_version", "")),
        )
    except ContinuumError as error:
        return error.message
    done = [str(one.revision_id) for one in decided if one.done]
    if done:
        request.session[LAST] = [] if decision == REPLACE else done
    return decided


def _refused(request: ActorRequest, message: str) -> HttpResponse:
    if request.accepts("text/html"):
        messages.error(request, message)
        return redirect("review")
    return JsonResponse({"done": False, "gone": False, "message": message, "undo": False})


def after(request: ActorRequest, revision_id: UUID, *, stay: bool) -> str:
    """The proposal to go on with, as the page named it; the same one where it could not be decided."""
    wanted = revision_id if stay else as_id(request.POST.get("next", ""))
    where = reverse("review-one", args=[wanted]) if wanted else reverse("review")
    kept = request.POST.get("kept", "")
    return where + (kept if kept.startswith("?") else "")


def _told(decision: str, count: int) -> str:
    if decision == REJECT:
        return ngettext("Rejected.", "%(n)s rejected.", count) % {"n": count}
    return ngettext("Approved.", "%(n)s approved.", count) % {"n": count}
