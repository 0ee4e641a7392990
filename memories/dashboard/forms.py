"""What people type: the shape of it. The rules are the verbs'."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import Permission

GRANTABLE = [
    (Permission.READ.value, _("Recall memories")),
    (Permission.WRITE.value, _("Remember and change")),
    (Permission.FORGET.value, _("Forget")),
    (Permission.REVIEW.value, _("Approve proposals")),
]
USUAL = [Permission.READ.value, Permission.WRITE.value, Permission.FORGET.value]


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100)
    permissions = forms.MultipleChoiceField(
        label=_("May"), choices=GRANTABLE, initial=USUAL, widget=forms.CheckboxSelectMultiple
    )
