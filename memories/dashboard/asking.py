"""What a page of figures or happenings is asked for, as it stands in its address."""

from __future__ import annotations

from http import HTTPStatus

from django import forms
from django.utils.translation import gettext_lazy as _

from continuum.kernel.roles import Permission
from memories.models import Activity
from memories.recall.activity import INJECTION, RECALL, WEB
from oauth.middleware import ActorRequest

SPANS = (7, 30, 90)
USUAL_SPAN = 30
SORTS = [("", _("Everything")), (RECALL, _("Recalls")), (INJECTION, _("Injections")), (WEB, _("The web"))]
OUTCOMES = [
    ("", _("Any outcome")),
    (Activity.Outcome.INJECTED.value, _("something was given")),
    (Activity.Outcome.UNCHANGED.value, _("shown before")),
    (Activity.Outcome.NOTHING.value, _("nothing fitted")),
    ("done", _("done")),
    ("failed", _("failed")),
]
GROUPS = [
    ("", _("Everything")),
    ("writing", _("Writing")),
    ("review", _("Review")),
    ("removal", _("Removal")),
    ("undoing", _("Undoing")),
    ("handoffs", _("Handoffs")),
    ("rules", _("Rules and settings")),
    ("things", _("Things and names")),
]


def wrong_in(form: forms.BaseForm) -> str:
    """What of it could not be understood, and so narrows nothing."""
    told = [f"{form[field].label}: {' '.join(map(str, said))}" for field, said in form.errors.items()]
    return " ".join(told)


def status_of(error: str) -> int:
    """Of a page that shows what there is, and what was asked for wrongly above it."""
    return HTTPStatus.BAD_REQUEST if error else HTTPStatus.OK


class _Asked(forms.Form):
    workspace = forms.CharField(required=False, label=_("Workspace"), max_length=64)
    agent = forms.CharField(required=False, label=_("By"), max_length=200)
    since = forms.DateField(required=False, label=_("From"))
    until = forms.DateField(required=False, label=_("To"))
    private = forms.BooleanField(required=False)
    cursor = forms.CharField(required=False, label=_("Pages of the list"), max_length=1_000)

    def given(self) -> dict[str, str]:
        """What was asked for, as texts, without what was left empty or is none."""
        self.is_valid()
        return {
            field: "1" if value is True else str(value) for field, value in self.cleaned_data.items() if value
        }


class HappeningsAsked(_Asked):
    group = forms.ChoiceField(required=False, label=_("What"), choices=GROUPS)


class ActivityAsked(_Asked):
    sort = forms.ChoiceField(required=False, label=_("What"), choices=SORTS)
    outcome = forms.ChoiceField(required=False, label=_("Outcome"), choices=OUTCOMES)
    days = forms.ChoiceField(
        required=False, label=_("How far back"), choices=[(span, span) for span in SPANS]
    )


def open_to(request: ActorRequest, permission: Permission = Permission.READ) -> list[str]:
    """The names of the workspaces in which one may do this, the default one first."""
    actor = request.actor
    names = [name for name, where in actor.workspaces.items() if actor.holds(permission, where)]
    return sorted(names, key=lambda name: (name != "default", name))
