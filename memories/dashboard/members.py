"""Settings: who works in a workspace, as what, and the links that let others in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from continuum.kernel.actor import DEFAULT_WORKSPACE, Permission
from continuum.kernel.errors import ContinuumError
from continuum.kernel.roles import INVITABLE, Role
from memories import access
from memories.dashboard.asking import open_to
from memories.dashboard.leading import address
from memories.dashboard.pages import action, page, told
from memories.dashboard.role_words import MAY, ROLES
from memories.dashboard.typed import NOBODYS, as_id, as_number
from memories.services.invitations import Invited, invite_member, list_invitations, withdraw_invitation
from memories.services.members import change_role, hand_over, leave_workspace, list_members, remove_member
from oauth.middleware import ActorRequest


@page
def members(request: ActorRequest) -> HttpResponse:
    """The members of one workspace; of the first that can be shared where none is named."""
    shared = _shared(request)
    named = request.GET.get("workspace", "")
    workspace = named if named != DEFAULT_WORKSPACE or not shared else ""
    return _shown(request, workspace or (shared[0] if shared else ""))


def _shown(request: ActorRequest, workspace: str, invited: Invited | None = None) -> HttpResponse:
    context: dict[str, Any] = {"tab": "members", "workspace": workspace, "workspaces": _shared(request)}
    if workspace:
        context |= _of(request, workspace)
    if invited is not None:
        context["link"] = join_address(invited.secret)
        context["invited_as"] = ROLES[Role(invited.invitation.role)]
    return render(request, "dashboard/members.html", context)


def _of(request: ActorRequest, workspace: str) -> dict[str, Any]:
    actor = request.actor
    found = list_members(actor, workspace=workspace)
    owning = actor.holds(Permission.ADMIN, access.workspace_id(actor, workspace, Permission.READ))
    waiting = list_invitations(actor, workspace=workspace) if owning else []
    at = f"?{urlencode({'workspace': workspace})}"
    return {
        "members": [(each, ROLES[each.role], MAY[each.role]) for each in found],
        "owning": owning,
        "invitations": [(row, ROLES[Role(row.role)]) for row in waiting],
        "roles": [(role.value, ROLES[role], MAY[role]) for role in INVITABLE],
        "at": at,
        "at_own": at if owning else "",
    }


def _shared(request: ActorRequest) -> list[str]:
    return [name for name in open_to(request) if name != DEFAULT_WORKSPACE]


def join_address(secret: str) -> str:
    """The address to send to who is invited."""
    return settings.PUBLIC_URL + reverse("join", args=[secret])


@action
def invite(request: ActorRequest) -> HttpResponse:
    """A new link, shown this once, on the page itself: it is kept in no session and no cache."""
    workspace = request.POST.get("workspace", "")
    asked = {"role": request.POST.get("role", ""), "note": request.POST.get("note", "")}
    try:
        invited = invite_member(request.actor, workspace=workspace, **asked)
    except ContinuumError as error:
        messages.error(request, error.message)
        invited = None
    return _shown(request, workspace if workspace in request.actor.workspaces else "", invited)


@action
def withdraw(request: ActorRequest) -> HttpResponse:
    workspace, which = request.POST.get("workspace", ""), as_id(request.POST.get("invitation", ""))

    def withdrawn() -> str:
        withdraw_invitation(request.actor, workspace=workspace, invitation_id=which or NOBODYS)
        return _("Withdrawn. That link leads nowhere now.")

    return told(request, withdrawn, onward=_here(workspace))


@action
def change(request: ActorRequest) -> HttpResponse:
    """What a member is from now on: another role, the owner, or none at all."""
    workspace, wanted = request.POST.get("workspace", ""), request.POST.get("role", "")
    member = as_number(request.POST.get("member", "")) or 0

    def changed() -> str:
        if wanted == "out":
            remove_member(request.actor, workspace=workspace, member=member)
            return _("Removed. Their clients find this workspace closed from now on.")
        if wanted == Role.OWNER:
            hand_over(request.actor, workspace=workspace, member=member)
            return _("Handed over. You are an editor here now.")
        change_role(request.actor, workspace=workspace, member=member, role=wanted)
        return _("Changed. It counts from their next request on.")

    return told(request, changed, onward=_here(workspace))


@action
def leave(request: ActorRequest) -> HttpResponse:
    workspace = request.POST.get("workspace", "")

    def left() -> str:
        leave_workspace(request.actor, workspace=workspace)
        return _("You left %(name)s. What you wrote there stays.") % {"name": workspace}

    return told(request, left, onward=address("settings"))


def _here(workspace: str) -> str:
    return address("settings-members", workspace=workspace)
