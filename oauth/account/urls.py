"""Every address of signing in and of one's account. Allauth's views have the names by which it knows them."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account import views as account
from allauth.mfa.base import views as second
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as providers
from allauth.urls import build_provider_urlpatterns
from allauth.usersessions.views import list_usersessions
from django.urls import include, path, re_path
from django.urls.resolvers import URLPattern, URLResolver
from django.views.generic import RedirectView

from oauth.account import (
    closing,
    confirming,
    invitations,
    joining,
    links,
    noting,
    overview,
    preferences,
    signing_in,
)
from oauth.account.mail import needs_mail
from oauth.page_policy import View, guarded


def at(route: str, view: View, name: str) -> URLPattern:
    return path(route, guarded(view), name=name)


def all_guarded(patterns: Iterable[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """Addresses that come from elsewhere, their pages under the policy too."""
    listed = list(patterns)
    for each in listed:
        if isinstance(each, URLResolver):
            all_guarded(each.url_patterns)
        else:
            each.callback = guarded(each.callback)
    return listed


signing = [
    at("sign-in", signing_in.sign_in, "account_login"),
    at("sign-in/link/<str:secret>", links.sign_in_link, "sign-in-link"),
    at("sign-in/code", needs_mail(account.request_login_code), "account_request_login_code"),
    at("sign-in/code/confirm", account.confirm_login_code, "account_confirm_login_code"),
    at("sign-in/passkey", passkeys.login_webauthn, "mfa_login_webauthn"),
    at("sign-in/second-step", second.authenticate, "mfa_authenticate"),
    at("sign-in/address", needs_mail(account.email_verification_sent), "account_email_verification_sent"),
    at("sign-in/closed", account.account_inactive, "account_inactive"),
    at("sign-in/password", needs_mail(account.password_reset), "account_reset_password"),
    at("sign-in/password/sent", account.password_reset_done, "account_reset_password_done"),
    at("sign-in/password/done", account.password_reset_from_key_done, "account_reset_password_from_key_done"),
    re_path(
        r"^sign-in/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)$",
        guarded(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    at("sign-up", account.signup, "account_signup"),
    at("sign-up/invitation/<str:secret>", invitations.open_invitation, "invitation"),
    at("join/<str:secret>", joining.join, "join"),
    at("sign-out", account.logout, "account_logout"),
]
managing = [
    at("preferences", preferences.preferences, "preferences"),
    at("account", overview.overview, "account"),
    at("account/close", closing.close, "account-close"),
    at("account/email", needs_mail(account.email), "account_email"),
    at("account/password", account.password_change, "account_change_password"),
    at("account/password/new", account.password_set, "account_set_password"),
    at("account/sessions", list_usersessions, "usersessions_list"),
    at("account/second-step", RedirectView.as_view(pattern_name="account"), "mfa_index"),
    at("account/app", app.activate_totp, "mfa_activate_totp"),
    at("account/app/remove", app.deactivate_totp, "mfa_deactivate_totp"),
    at("account/codes", codes.view_recovery_codes, "mfa_view_recovery_codes"),
    at("account/codes/new", codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    at("account/codes/file", codes.download_recovery_codes, "mfa_download_recovery_codes"),
    at("account/passkeys", passkeys.list_webauthn, "mfa_list_webauthn"),
    at("account/passkeys/new", passkeys.add_webauthn, "mfa_add_webauthn"),
    at("account/passkeys/<int:pk>", passkeys.edit_webauthn, "mfa_edit_webauthn"),
    at("account/passkeys/<int:pk>/remove", passkeys.remove_webauthn, "mfa_remove_webauthn"),
    at("account/confirm", account.reauthenticate, "account_reauthenticate"),
    at("account/confirm/link", confirming.confirm_by_link, "confirm-by-link"),
    at("account/confirm/app", second.reauthenticate, "mfa_reauthenticate"),
    at("account/confirm/passkey", passkeys.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
    at(
        "account/confirm/code",
        needs_mail(account.request_reauthentication_code),
        "account_request_reauthentication_code",
    ),
    at(
        "account/confirm/code/enter",
        account.confirm_reauthentication_code,
        "account_confirm_reauthentication_code",
    ),
]
elsewhere = [
    at("account/elsewhere", providers.connections, "socialaccount_connections"),
    at("sign-up/with", providers.signup, "socialaccount_signup"),
    at("sign-in/with/cancelled", providers.login_cancelled, "socialaccount_login_cancelled"),
    at("sign-in/with/failed", providers.login_error, "socialaccount_login_error"),
    path("sign-in/with/", include(all_guarded(build_provider_urlpatterns()))),
]
noting.connect()
urlpatterns = [*signing, *managing, *elsewhere]
