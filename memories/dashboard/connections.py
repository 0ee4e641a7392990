"""The connections page: every client that was let in, what it may do and wrote, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ContinuumError
from memories.dashboard import pages
from memories.dashboard.connecting import PLACEHOLDER, hooks, signing_in
from memories.dashboard.forms import TokenForm
from memories.dashboard.leading import address
from memories.dashboard.taken_back import tell_kept
from memories.models import Mode
from memories.services.written import written_by
from oauth.middleware import ActorRequest
from oauth.models import Connection
from oauth.services.connections import (
    get_connection,
    list_connections,
    narrow_connection,
    revoke_connection,
    undo_writes,
)
from oauth.services.doctor import stranded, ways
from oauth.services.offers import PERMISSIONS, TOOLSETS
from oauth.services.resources import resource
from oauth.services.tokens import list_tokens

MOST_UNDONE = 500


class NarrowForm(forms.Form):
    """Boxes that are ticked for what the connection has, and can be unticked."""

    workspaces = forms.MultipleChoiceField(
        label=gettext_lazy("Workspaces"), widget=forms.CheckboxSelectMultiple
    )
    permissions = forms.MultipleChoiceField(label=gettext_lazy("It may"), widget=forms.CheckboxSelectMultiple)
    toolsets = forms.MultipleChoiceField(
        label=gettext_lazy("Tools it sees"), widget=forms.CheckboxSelectMultiple
    )
    review = forms.BooleanField(label=gettext_lazy("What it writes waits for me"), required=False)

    def __init__(self, actor: Actor, connection: Connection, *args: Any, **kwargs: Any) -> None:
        self.names = {str(pk): name for name, pk in actor.workspaces.items()}
        kwargs["initial"] = {
            "workspaces": self._open_to(connection),
            "permissions": connection.permissions,
            "toolsets": connection.toolsets,
            "review": connection.mode == Mode.REVIEW,
        }
        super().__init__(*args, **kwargs)
        self._offer("workspaces", {name: name for name in self._open_to(connection)})
        self._offer("permissions", {each: PERMISSIONS[Permission(each)] for each in connection.permissions})
        self._offer("toolsets", {each: TOOLSETS[each] for each in connection.toolsets if each in TOOLSETS})
        self.fields["review"].disabled = connection.mode == Mode.REVIEW

    def _open_to(self, connection: Connection) -> list[str]:
        if connection.every_workspace:
            return sorted(self.names.values())
        return sorted(self.names[str(each)] for each in connection.workspaces if str(each) in self.names)

    def _offer(self, field: str, choices: dict[Any, Any]) -> None:
        self.fields[field].choices = list(choices.items())  # type: ignore[attr-defined]

    def asked(self, connection: Connection) -> dict[str, Any]:
        """What is to be less than before; all workspaces stay all, those to come included."""
        wanted = self.cleaned_data
        whole = connection.every_workspace and sorted(wanted["workspaces"]) == self._open_to(connection)
        return {
            "workspaces": None if whole else wanted["workspaces"],
            "permissions": wanted["permissions"],
            "toolsets": wanted["toolsets"],
            "mode": Mode.REVIEW if wanted["review"] else connection.mode,
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """A connection with its form and what it wrote."""

    connection: Connection
    form: NarrowForm
    wrote: int

    @property
    def timeline(self) -> str:
        return address("timeline", agent=self.connection.key)

    @property
    def activity(self) -> str:
        return address("activity", agent=self.connection.key)


@pages.page
def page(request: ActorRequest) -> HttpResponse:
    """Every connection that is open, used last first."""
    rows = list(list_connections(request.actor))
    wrote = written_by(request.actor, clients=[row.key for row in rows])
    shown = [Shown(row, NarrowForm(request.actor, row), wrote.get(row.key, 0)) for row in rows]
    context = {
        "connections": shown,
        "workspaces": sorted(request.actor.workspaces),
        "ways": ways(request.actor, resource=resource()),
        "stranded": stranded(request.actor, staff=True) if request.user.is_staff else [],
        "mcp_address": resource(),
        "lines": signing_in(),
        "hooks": hooks(PLACEHOLDER),
        "token_form": TokenForm(),
        "tokens": [
            (token, address("activity", agent=f"token:{token.pk}")) for token in list_tokens(request.user)
        ],
    }
    return render(request, "dashboard/connections.html", context)


@pages.action
def narrow(request: ActorRequest, connection_id: int) -> HttpResponse:
    def less() -> str:
        connection = get_connection(request.actor, connection_id=connection_id)
        form = NarrowForm(request.actor, connection, request.POST)
        if not form.is_valid():
            return _("Nothing was changed: leave at least one box in each part, or revoke the connection.")
        narrow_connection(request.actor, connection_id=connection_id, **form.asked(connection))
        return _("Narrowed. It counts from the next request on.")

    return _told(request, less)


@pages.action
def revoke(request: ActorRequest, connection_id: int) -> HttpResponse:
    def ended() -> str:
        revoke_connection(request.actor, connection_id=connection_id)
        return _("Revoked. Its next request is turned away; what it wrote stays.")

    return _told(request, ended)


@pages.action
def undo(request: ActorRequest, connection_id: int) -> HttpResponse:
    def taken_back() -> str:
        undone = undo_writes(
            request.actor,
            connection_id=connection_id,
            last=_number(request.POST.get("last", "")),
            workspace=request.POST.get("workspace") or None,
        )
        brought_back, taken = len(undone.restored) + len(undone.changed), len(undone.removed)
        told = _("%(back)s brought back, %(taken)s taken away, %(withdrawn)s proposals withdrawn.") % {
            "back": brought_back,
            "taken": taken,
            "withdrawn": len(undone.withdrawn),
        }
        tell_kept(request, undone.kept)
        return told

    return _told(request, taken_back)


def _number(typed: str) -> int:
    """What was typed; 0, which no verb takes, for what is no number."""
    return int(typed) if typed.isdecimal() and len(typed) <= len(str(MOST_UNDONE)) else 0


def _told(request: ActorRequest, done: Callable[[], str]) -> HttpResponse:
    """Do it, say how it went, and go back to the page."""
    try:
        messages.success(request, done())
    except ContinuumError as error:
        messages.error(request, error.message)
    return redirect("connections")
