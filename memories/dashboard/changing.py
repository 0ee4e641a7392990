"""What a person does to a memory: edit, set back, move between tiers, archive, restore, forget."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError, NotFound, VersionConflict
from memories.dashboard.finding import KINDS
from memories.dashboard.memory import absent
from memories.dashboard.pages import action, form_page, onward, told
from memories.dashboard.typed import as_number
from memories.dashboard.which import Which
from memories.intake.again import revert as revert_verb
from memories.intake.submit import submit
from memories.intake.typed_json import read_json
from memories.models import Scope, Sensitivity
from memories.recall.answers import Remembered
from memories.recall.reading import get_memory, history
from memories.services import recall_tier, removal
from memories.services.drafts import Answer, Draft, Outcome
from memories.visible import difference
from oauth.middleware import ActorRequest


class EditForm(forms.Form):
    """A memory's text and what stands beside it. Of a structured memory the text is its JSON."""

    text = forms.CharField(label=gettext_lazy("Text"), strip=False, widget=forms.Textarea(attrs={"rows": 14}))
    description = forms.CharField(label=gettext_lazy("Description"), required=False, max_length=500)
    kind = forms.CharField(label=gettext_lazy("Kind"), max_length=64)
    tags = forms.CharField(
        label=gettext_lazy("Tags"), required=False, help_text=gettext_lazy("With commas between them.")
    )
    kept_private = forms.BooleanField(
        label=gettext_lazy("Private: shown only to who asks for private memories"), required=False
    )
    expected_version = forms.IntegerField(widget=forms.HiddenInput)


def _initial(memory: Remembered) -> dict[str, Any]:
    return {
        "text": memory.content if memory.value is None else _json(memory.value),
        "description": memory.description,
        "kind": memory.kind,
        "tags": ", ".join(memory.tags),
        "kept_private": memory.sensitivity == Sensitivity.PRIVATE,
        "expected_version": memory.version,
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


@form_page
def edit(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.POST if request.method == "POST" else request.GET)
    try:
        memory = get_memory(request.actor, **which.reading)
    except NotFound:
        return absent(request, which)
    form = EditForm(request.POST if request.method == "POST" else None, initial=_initial(memory))
    conflict = ""
    status: int = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    if form.is_valid():
        try:
            answer = _saved(request.actor, which, memory, form.cleaned_data)
        except VersionConflict as error:
            conflict, status = error.message, error.status
        except ContinuumError as error:
            form.add_error("text", error.message)
            status = error.status
        else:
            return _went(request, which, answer)
    typed = str(form["text"].value() or "")
    context = {
        "which": which,
        "memory": memory,
        "form": form,
        "kinds": KINDS,
        "conflict": conflict,
        "against": difference(memory.content, typed) if conflict else "",
    }
    return render(request, "dashboard/memory_edit.html", context, status=status)


def _saved(actor: Actor, which: Which, memory: Remembered, typed: dict[str, Any]) -> Answer:
    text = typed["text"].replace("\r\n", "\n")
    said = {"content": text} if memory.value is None else {"value": read_json(text)}
    tags = [tag.strip() for tag in typed["tags"].split(",") if tag.strip()]
    draft = Draft(
        **said,
        name=memory.name,
        description=typed["description"],
        kind=typed["kind"],
        tags=tags or None,
        clear=frozenset() if tags else frozenset({"tags"}),
        sensitivity=Sensitivity.PRIVATE if typed["kept_private"] else Sensitivity.PUBLIC,
        scope=memory.scope if memory.scope != Scope.USER else None,
        task_id=memory.task_id,
        workspace=memory.workspace,
        expected_version=typed["expected_version"],
    )
    return submit(actor, draft=draft)


def _went(request: ActorRequest, which: Which, answer: Answer) -> HttpResponse:
    said = {
        Outcome.STORED: _("Saved as version %(version)s.") % {"version": answer.version},
        Outcome.PROPOSED: _("This waits for review: %(reason)s") % {"reason": answer.reason},
        Outcome.DUPLICATE: answer.reason or _("It says this already."),
    }
    if answer.status in said:
        messages.success(request, said[answer.status])
    else:
        messages.error(request, answer.reason)
    private = which.private or "kept_private" in request.POST
    return redirect(Which(answer.name, answer.workspace, which.task, private).address())


@action
def revert(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.POST)

    def back() -> str:
        wanted = as_number(request.POST.get("to_number", "")) or 0
        seen = as_number(request.POST.get("expected_version", ""))
        answer = revert_verb(request.actor, to_number=wanted, expected_version=seen, **which.place)
        if answer.status is Outcome.PROPOSED:
            return _("Setting it back waits for review: %(reason)s") % {"reason": answer.reason}
        if answer.status is Outcome.DUPLICATE:
            return answer.reason
        return _("It says again what version %(old)s said, as version %(new)s.") % {
            "old": wanted,
            "new": answer.version,
        }

    return told(request, back, onward=which.address())


@action
def tier(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.POST)

    def moved() -> str:
        done = recall_tier.set_recall(request.actor, recall=request.POST.get("tier", ""), **which.place)
        return done.reason or _("Kept. It counts from the next question on.")

    return told(request, moved, onward=onward(request, which.address()))


@action
def archive(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.POST)

    def gone() -> str:
        removal.archive(request.actor, **which.place)
        return _("Archived. Nobody reads it any more; restore it whenever you like.")

    return told(request, gone, onward=which.address())


@action
def restore(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.POST)

    def back() -> str:
        removal.restore(request.actor, **which.place)
        return _("Restored, whole.")

    return told(request, back, onward=which.address())


@form_page
def forget(request: ActorRequest) -> HttpResponse:
    """A page that says what will be gone; then the receipt of what is."""
    which = Which.of(request.POST if request.method == "POST" else request.GET)
    try:
        if request.method == "POST":
            receipt = removal.forget(request.actor, **which.place)
            counts = {name: getattr(receipt, name) for name in removal.COUNTED}
            return render(
                request, "dashboard/memory_forgotten.html", {"receipt": receipt, "counts": _counted(counts)}
            )
        past = history(request.actor, **which.reading, limit=1)
    except NotFound:
        return absent(request, which)
    except ContinuumError as error:
        messages.error(request, error.message)
        return redirect(which.address())
    return render(request, "dashboard/memory_forget.html", {"which": which, "past": past})


def _counted(counts: dict[str, int]) -> list[tuple[Any, int]]:
    words = {
        "revisions": _("versions of the text"),
        "passages": _("passages of the index"),
        "fingerprints": _("fingerprints"),
        "facts": _("facts"),
        "entities": _("things that nothing else speaks of"),
        "activity": _("mentions in the activity"),
        "exclusions": _("hashes kept, so that it is not remembered again"),
    }
    return [(words[name], count) for name, count in counts.items()]
