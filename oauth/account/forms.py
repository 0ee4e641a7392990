"""Forms of the account's pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.forms import RequestLoginCodeForm, SignupForm
from allauth.account.internal.flows.manage_email import sync_user_email_address
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(AddWebAuthnForm):
    """A key that signs in by itself, unless that is ticked off: then it only comes after a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name to know it by")
        self.fields["passwordless"].label = _("Sign in with it alone, without a password")
        self.fields["passwordless"].help_text = _(
            "It then asks for your finger, your face or its PIN. Without this it is a second step after"
            " the password."
        )
        self.fields["passwordless"].initial = True


class MailedCodeForm(RequestLoginCodeForm):
    """Asks for a code by mail. Entering it proves the address, which must therefore be known as one first."""

    def clean_email(self) -> str:
        email = str(super().clean_email())
        if self._user is not None:
            sync_user_email_address(self._user)
        return email


class SignUpForm(SignupForm):
    """Whose address has an account already is answered as everybody is, and after the same work."""

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class CloseAccountForm(forms.Form):
    """The person's own name, typed; and a tick for each workspace that goes for others too."""

    name = forms.CharField(label=_("Your name here, to be sure"), max_length=150)
    shared = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, name: str, shared: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_name = name
        self.fields["shared"].choices = [(each, each) for each in shared]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")

    def clean_name(self) -> str:
        typed = str(self.cleaned_data["name"]).strip()
        if typed != self.own_name:
            raise forms.ValidationError(_("That is not your name here."))
        return typed
