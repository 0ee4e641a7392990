"""What a person ticks on the consent page: the shape of it. The rules are the verb's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import DEFAULT_WORKSPACE, Permission
from memories.models import Mode
from oauth.services.offers import COMPATIBILITY, PERMISSIONS, TOOLSETS, USUAL, USUAL_TOOLSETS, clash

CLASH = "clash"
EVERY = "*"  # no workspace can be called this
MODES = [
    (Mode.REVIEW.value, _("waits for my approval")),
    (Mode.AUTO.value, _("is kept at once")),
]


class ConsentForm(forms.Form):
    """Offers what the client asks for and the person has. Nothing is ticked that was not looked at."""

    workspaces = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)
    permissions = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)
    toolsets = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)
    mode = forms.ChoiceField(choices=MODES, widget=forms.RadioSelect)

    def __init__(
        self, data: Any = None, *, asked: Sequence[str], workspaces: Iterable[str], mode: str
    ) -> None:
        names = sorted(workspaces, key=lambda name: (name != DEFAULT_WORKSPACE, name))
        super().__init__(
            data,
            initial={
                "workspaces": [DEFAULT_WORKSPACE],
                "permissions": [scope for scope in asked if Permission(scope) in USUAL],
                "toolsets": sorted(USUAL_TOOLSETS),
                "mode": mode,
            },
        )
        self._offer("workspaces", [(name, name) for name in names] + [(EVERY, _("All, also those to come"))])
        self._offer("permissions", [(scope, PERMISSIONS[Permission(scope)]) for scope in asked])
        self._offer("toolsets", list(TOOLSETS.items()))

    def _offer(self, field: str, choices: list[tuple[str, Any]]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def clean_toolsets(self) -> list[str]:
        """Told beside the boxes rather than above the page."""
        chosen: list[str] = self.cleaned_data["toolsets"]
        if told := clash(chosen):
            raise forms.ValidationError(told, code=CLASH)
        return chosen

    @property
    def clash(self) -> str:
        """What is wrong with the toolsets that were ticked, if it is that they cannot be had together."""
        found = [error for error in self.errors.as_data().get("toolsets", ()) if error.code == CLASH]
        return str(found[0].message) if found else ""

    @property
    def usual_toolsets(self) -> list[Any]:
        return [box for box in self["toolsets"] if box.data["value"] not in COMPATIBILITY]

    @property
    def other_toolsets(self) -> list[Any]:
        """The boxes of which one at most, and then nothing else, can be ticked."""
        return [box for box in self["toolsets"] if box.data["value"] in COMPATIBILITY]

    @property
    def every_workspace(self) -> bool:
        return EVERY in self.cleaned_data["workspaces"]

    @property
    def named_workspaces(self) -> list[str]:
        return [name for name in self.cleaned_data["workspaces"] if name != EVERY]
