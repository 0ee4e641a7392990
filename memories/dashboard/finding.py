"""The list of memories: all of them by newest change, or the answer to a question, narrowed as one likes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import ValidationFailed
from memories.dashboard.asking import status_of, wrong_in
from memories.dashboard.how_found import notes
from memories.dashboard.pages import page
from memories.models import RecallTier, Scope, Trust
from memories.recall.answers import Recalled
from memories.recall.listing import list_memories
from memories.recall.recall import recall
from memories.services.workspaces import list_places
from oauth.middleware import ActorRequest

ON_A_PAGE = 25
ARCHIVED = "archived"
ANY = ("", _("any"))
STATUSES = [
    ("", _("active and proposed")),
    ("active", _("active")),
    ("proposed", _("proposed")),
    ("superseded", _("replaced")),
    ("rejected", _("rejected")),
    (ARCHIVED, _("archived")),
]
TIERS = [
    ANY,
    (RecallTier.ALWAYS.value, _("always")),
    (RecallTier.RELEVANCE.value, _("when it matches")),
    (RecallTier.MANUAL.value, _("only when asked for")),
]
SCOPES = [
    ANY,
    (Scope.USER.value, _("every agent")),
    (Scope.TASK.value, _("one task")),
    (Scope.AGENT.value, _("one agent")),
]
TRUSTS = [
    ANY,
    (Trust.OWNER.value, _("you")),
    (Trust.AGENT.value, _("an agent")),
    (Trust.TOOL_OUTPUT.value, _("a tool")),
    (Trust.DOCUMENT.value, _("a document")),
    (Trust.WEB.value, _("the web")),
    (Trust.IMPORT.value, _("an import")),
]
KINDS = ("user", "feedback", "project", "reference", "user_preference", "user_fact", "task_state", "decision")


class FindForm(forms.Form):
    """What is asked; a choice that is none narrows nothing but is told."""

    q = forms.CharField(required=False, label=_("Search"), strip=True)
    workspace = forms.CharField(required=False, label=_("Workspace"))
    kind = forms.CharField(required=False, label=_("Kind"), max_length=64)
    tag = forms.CharField(required=False, label=_("Tag"), max_length=64)
    tier = forms.ChoiceField(required=False, label=_("Recalled"), choices=TIERS)
    scope = forms.ChoiceField(required=False, label=_("For"), choices=SCOPES)
    status = forms.ChoiceField(required=False, label=_("Status"), choices=STATUSES)
    trust = forms.ChoiceField(required=False, label=_("Words of"), choices=TRUSTS)
    since = forms.DateField(
        required=False, label=_("Written from"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, label=_("Written until"), widget=forms.DateInput(attrs={"type": "date"})
    )
    private = forms.BooleanField(required=False, label=_("private too"))
    explain = forms.CharField(required=False, label=_("Missing one? Its name:"), max_length=200)
    cursor = forms.CharField(required=False)

    @property
    def narrowed(self) -> int:
        """How many filters are set."""
        given = self.cleaned_data if self.is_valid() else {}
        names = ("kind", "tag", "tier", "scope", "status", "trust", "since", "until", "private")
        return sum(bool(given.get(name)) for name in names)

    def asked(self) -> dict[str, Any]:
        """As the verbs take it."""
        given = self.cleaned_data
        lists = {"kinds": "kind", "tags": "tag", "tiers": "tier", "scopes": "scope", "trust": "trust"}
        found: dict[str, Any] = {verb: [given[name]] for verb, name in lists.items() if given[name]}
        found |= {name: given[name].isoformat() for name in ("since", "until") if given[name]}
        found |= {"cursor": given["cursor"]} if given["cursor"] else {}
        return {
            "workspace": given["workspace"] or DEFAULT_WORKSPACE,
            "private": given["private"],
            "limit": ON_A_PAGE,
            **found,
        }


@page
def memories(request: ActorRequest) -> HttpResponse:
    form = FindForm(request.GET)
    found, error = None, ""
    if form.is_valid():
        try:
            found = _found(request.actor, form)
        except ValidationFailed as refusal:
            error = refusal.message
    else:
        error = wrong_in(form)
    context = {
        "form": form,
        "found": found,
        "notes": notes(found) if found else [],
        "error": error,
        "workspace": form["workspace"].value() or DEFAULT_WORKSPACE,
        "workspaces": [each.name for each in list_places(request.actor)],
        "kinds": KINDS,
        "more": _more(request, found),
    }
    return render(request, "dashboard/memories.html", context, status=status_of(error))


def _found(actor: Actor, form: FindForm) -> Recalled:
    asked, given = form.asked(), form.cleaned_data
    if given["status"] == ARCHIVED:
        return list_memories(actor, archived=True, **asked)
    asked |= {"statuses": [given["status"]]} if given["status"] else {}
    explain = given["explain"] or None
    return recall(actor, query=given["q"] or None, explain=explain, **asked)


def _more(request: ActorRequest, found: Recalled | None) -> str:
    """The address of the page behind this one."""
    if found is None or not found.next_cursor:
        return ""
    asked = request.GET.copy()
    asked["cursor"] = found.next_cursor
    return asked.urlencode()
