"""The guide: the owner's standing words to agents, its versions, and what changed between them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.actor import DEFAULT_WORKSPACE
from continuum.kernel.errors import ContinuumError, NotFound
from memories.dashboard.asking import open_to
from memories.dashboard.clients import Clients
from memories.dashboard.leading import address
from memories.dashboard.pages import action, form_page, page, told
from memories.dashboard.typed import as_number
from memories.intake.guide import MAX_GUIDE, save_guide
from memories.services.guide import get_guide, guide_versions, load_default_guide, shipped_text
from memories.visible import difference
from oauth.middleware import ActorRequest

SHOWN = 50


class GuideForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What every agent is told"),
        strip=False,
        max_length=MAX_GUIDE,
        widget=forms.Textarea(attrs={"rows": 24, "class": "code"}),
        help_text=gettext_lazy("Markdown. Agents read all of it, so every sentence costs."),
    )
    expected_number = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


def _workspace(request: ActorRequest) -> str:
    return request.POST.get("workspace") or request.GET.get("workspace") or DEFAULT_WORKSPACE


def _here(workspace: str, page_name: str = "guide", **asked: Any) -> str:
    return address(page_name, workspace="" if workspace == DEFAULT_WORKSPACE else workspace, **asked)


@page
def guide(request: ActorRequest) -> HttpResponse:
    """The words in force, where they come from, and the versions before."""
    workspace = _workspace(request)
    versions = list(guide_versions(request.actor, workspace=workspace)[: SHOWN + 1])
    clients = Clients(request)
    found = get_guide(request.actor, workspace=workspace)
    context = {
        "guide": found,
        "workspace": workspace,
        "workspaces": open_to(request),
        "own": found.workspace == workspace,
        "versions": [(row, clients.who(row.client)) for row in versions[:SHOWN]],
        "more": len(versions) > SHOWN,
        "edit": _here(workspace, "guide-edit"),
        "newer": _here(workspace, "guide-changes", to="default"),
    }
    return render(request, "dashboard/guide.html", context)


@page
def changes(request: ActorRequest) -> HttpResponse:
    """One version beside the one before it, or the words in force beside those that ship now."""
    workspace, wanted = _workspace(request), request.GET.get("to", "")
    now = get_guide(request.actor, workspace=workspace)
    if wanted == "default":
        before, after, title = now.text, shipped_text(), _("What ships now, beside what is in force")
    else:
        number = as_number(wanted)
        texts = {row.number: row.text for row in guide_versions(request.actor, workspace=workspace)}
        if number is None or number not in texts:
            raise NotFound(_("There is no such version of the guide."))
        before, after = texts.get(number - 1, shipped_text()), texts[number]
        title = _("What version %(number)s changed") % {"number": number}
    context = {
        "workspace": workspace,
        "back": _here(workspace),
        "title": title,
        "text": difference(before, after),
        "same": before == after,
        "wanted": wanted,
        "current": now.number if now.workspace == workspace else 0,
    }
    return render(request, "dashboard/guide_changes.html", context)


@form_page
def edit(request: ActorRequest) -> HttpResponse:
    workspace = _workspace(request)
    now = get_guide(request.actor, workspace=workspace)
    current = now.number if now.workspace == workspace else 0
    form = GuideForm(request.POST or None, initial={"text": now.text, "expected_number": current})
    error = ""
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            saved = save_guide(request.actor, workspace=workspace, **asked)
        except ContinuumError as refused:
            error = refused.message
        else:
            messages.success(
                request,
                _("Version %(number)s is in force. Agents read it when they connect next.")
                % {"number": saved.number},
            )
            return redirect(_here(workspace))
    context = {"form": form, "workspace": workspace, "back": _here(workspace), "error": error}
    return render(request, "dashboard/guide_edit.html", context, status=400 if error or form.errors else 200)


@action
def bring_back(request: ActorRequest) -> HttpResponse:
    """Put an earlier version, or the words that ship, in force again as a new version."""
    workspace, wanted = _workspace(request), request.POST.get("to", "")

    def brought() -> str:
        if wanted == "default":
            saved = load_default_guide(request.actor, workspace=workspace)
        else:
            versions = guide_versions(request.actor, workspace=workspace)
            row = versions.filter(number=as_number(wanted) or 0).first()
            if row is None:
                raise NotFound(_("There is no such version of the guide."))
            saved = save_guide(request.actor, text=row.text, workspace=workspace)
        return _("Version %(number)s is in force.") % {"number": saved.number}

    return told(request, brought, onward=_here(workspace))
