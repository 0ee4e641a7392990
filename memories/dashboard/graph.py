"""The graph: a picture of things and memories, and the page of one thing."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.actor import DEFAULT_WORKSPACE
from continuum.kernel.errors import ContinuumError, NotFound, ValidationFailed
from memories.dashboard.asking import open_to, status_of, wrong_in
from memories.dashboard.kind_words import KINDS
from memories.dashboard.leading import address, memory_page
from memories.dashboard.pages import action, onward, page, told
from memories.dashboard.picture import drawn
from memories.intake.entities import rename_entity, split_entity
from memories.models.facts import Kind
from memories.recall.entities import Thing, get_entity
from memories.recall.graph import Graph, find_things, graph
from memories.services.merging import merge_entities
from oauth.middleware import ActorRequest

LEVELS = [(60, gettext_lazy("Overview")), (150, gettext_lazy("More")), (500, gettext_lazy("All of it"))]
USUAL = 60
AROUND = 40
"""Nodes in the picture of one thing's surroundings."""


class GraphAsked(forms.Form):
    q = forms.CharField(required=False, label=gettext_lazy("Search"), max_length=200)
    workspace = forms.CharField(required=False, label=gettext_lazy("Workspace"), max_length=64)
    around = forms.CharField(required=False, label=gettext_lazy("Name"), max_length=200)
    kind = forms.ChoiceField(required=False, label=gettext_lazy("Kind"), choices=list(KINDS.items()))
    most = forms.ChoiceField(required=False, choices=LEVELS)
    things = forms.BooleanField(required=False)
    private = forms.BooleanField(required=False)

    def given(self) -> dict[str, Any]:
        self.is_valid()
        return {field: value for field, value in self.cleaned_data.items() if value}


@page
def whole(request: ActorRequest) -> HttpResponse:
    """The picture, or what is called by the words that were typed."""
    form = GraphAsked(request.GET)
    given = form.given()
    workspace = given.get("workspace", DEFAULT_WORKSPACE)
    found = _called(request, given, workspace)
    if len(found) == 1:
        return redirect(address("graph-thing", name=found[0], workspace=_unless_usual(workspace)))
    shown = _graph(request, given, workspace)
    context = {
        "given": given,
        "error": wrong_in(form),
        "workspace": workspace,
        "workspaces": open_to(request),
        "found": [(name, _thing_page(name, workspace)) for name in found],
        "levels": [(most, label, _with(given, most=most)) for most, label in LEVELS],
        "most": int(given.get("most", USUAL)),
        "kinds": KINDS.items(),
        "picture": drawn(shown, workspace=workspace),
        "graph": shown,
    }
    return render(request, "dashboard/graph.html", context, status=status_of(context["error"]))


def _called(request: ActorRequest, given: dict[str, Any], workspace: str) -> list[str]:
    if "q" not in given:
        return []
    return find_things(
        request.actor, words=given["q"], workspace=workspace, private=given.get("private", False)
    )


def _graph(request: ActorRequest, given: dict[str, Any], workspace: str) -> Graph:
    return graph(
        request.actor,
        workspace=workspace,
        around=given.get("around"),
        memories="things" not in given,
        kind=given.get("kind"),
        private=given.get("private", False),
        most=int(given.get("most", USUAL)),
    )


def _with(given: dict[str, Any], **changed: Any) -> str:
    kept = {key: "1" if value is True else value for key, value in given.items() if key != "q"}
    return address("graph", **{**kept, **changed})


def _unless_usual(workspace: str) -> str:
    return "" if workspace == DEFAULT_WORKSPACE else workspace


def _thing_page(name: str, workspace: str) -> str:
    return address("graph-thing", name=name, workspace=_unless_usual(workspace))


# --- One thing ----------------------------------------------------------------------------------------------


MOMENTS = ("as_of", "known_at")


class ThingAsked(forms.Form):
    name = forms.CharField(required=False, max_length=200)
    workspace = forms.CharField(required=False, max_length=64)
    as_of = forms.DateField(required=False, label=gettext_lazy("What was true on"))
    known_at = forms.DateField(required=False, label=gettext_lazy("What was known on"))
    private = forms.BooleanField(required=False)


@page
def thing(request: ActorRequest) -> HttpResponse:
    """One thing: what is held of it now or was at a day, what stands around it, and who speaks of it."""
    form = ThingAsked(request.GET)
    form.is_valid()
    given = {field: value for field, value in form.cleaned_data.items() if value}
    workspace, private = given.get("workspace", DEFAULT_WORKSPACE), given.get("private", False)
    moment: dict[str, str] = {key: str(given[key]) for key in MOMENTS if key in given}
    error = wrong_in(form)
    try:
        found = _read(request, given, workspace, moment)
    except ValidationFailed as refused:
        error, moment = refused.message, {}
        found = _read(request, given, workspace, moment)
    beside = graph(request.actor, workspace=workspace, around=found.name, private=private, most=AROUND)
    context = {
        "thing": found,
        "kind": KINDS[Kind(found.kind)],
        "workspace": workspace,
        "moment": moment,
        "error": error,
        "private": private,
        "neighbours": [(each, _thing_page(each.name, workspace)) for each in found.neighbours],
        "memories": [(name, memory_page(name, found.workspace, private=private)) for name in found.memories],
        "facts": [(fact, memory_page(fact.memory, fact.workspace)) for fact in found.facts],
        "picture": drawn(beside, workspace=workspace),
        "whole": address("graph", around=found.name, workspace=_unless_usual(workspace)),
        "here": _thing_page(found.name, workspace),
    }
    return render(request, "dashboard/thing.html", context, status=status_of(error))


def _read(request: ActorRequest, given: dict[str, Any], workspace: str, moment: dict[str, str]) -> Thing:
    return get_entity(
        request.actor,
        name=given.get("name", ""),
        workspace=workspace,
        private=given.get("private", False),
        **moment,
    )


class NamingForm(forms.Form):
    """What a thing's page posts: which thing, in which workspace, and what is to become of it."""

    name = forms.CharField(max_length=200)
    workspace = forms.CharField(max_length=64)
    into = forms.CharField(required=False, max_length=200)
    new_name = forms.CharField(required=False, max_length=200)
    memories = forms.CharField(required=False, max_length=20_000)


def _asked(request: ActorRequest) -> dict[str, Any]:
    form = NamingForm(request.POST)
    if not form.is_valid():
        raise NotFound(_("This form is not whole. Open the page of the thing again."))
    return form.cleaned_data


@action
def merge(request: ActorRequest) -> HttpResponse:
    asked = _asked(request)

    def merged() -> str:
        kept = merge_entities(
            request.actor, name=asked["name"], into=asked["into"], workspace=asked["workspace"]
        )
        return _("%(name)s and %(into)s are one thing now.") % {"name": asked["name"], "into": kept.name}

    return _done(request, merged, asked["into"] or asked["name"], asked["workspace"], asked["name"])


@action
def split(request: ActorRequest) -> HttpResponse:
    """A merge taken back or, with a new name and memories, the name parted in two."""
    asked = _asked(request)

    def parted() -> str:
        made = split_entity(
            request.actor,
            name=asked["name"],
            new_name=asked["new_name"] or None,
            memories=[line.strip() for line in asked["memories"].splitlines() if line.strip()],
            workspace=asked["workspace"],
        )
        return _("%(name)s is a thing of its own now.") % {"name": made.name}

    return _done(request, parted, asked["new_name"] or asked["name"], asked["workspace"], asked["name"])


@action
def rename(request: ActorRequest) -> HttpResponse:
    asked = _asked(request)

    def renamed() -> str:
        made = rename_entity(
            request.actor, name=asked["name"], new_name=asked["new_name"], workspace=asked["workspace"]
        )
        return _("It is called %(name)s now. The old name goes on naming it.") % {"name": made.name}

    return _done(request, renamed, asked["name"], asked["workspace"], asked["name"])


def _done(request: ActorRequest, verb: Any, name: str, workspace: str, before: str) -> HttpResponse:
    """Do it and go on to the thing; where it was refused, back to the one that it was asked of."""
    after = told(request, verb, onward=_thing_page(name, workspace))
    try:
        get_entity(request.actor, name=name, workspace=workspace, private=request.actor.private)
    except ContinuumError:
        return redirect(onward(request, _thing_page(before, workspace)))
    return after
