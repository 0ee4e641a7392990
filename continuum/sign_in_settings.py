"""How people sign in: django-allauth's settings, made from ours. docs/signing-in.md says what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env
from continuum.profile_settings import ENTERPRISE
from oauth import limits
from oauth.sign_up import SignUp

OIDC: Final = "openid_connect"
APPS: Final = (
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.usersessions",
)
# The local profile's person; nobody else may come to be taken for them, nor for the operator.
RESERVED_NAMES: Final = ("owner", "admin", "administrator", "root", "operator", "continuum", "support")


def sign_up(*, mail: bool) -> SignUp:
    """Who may make an account. Anybody only where their address can be verified."""
    chosen = SignUp(env.choice("CONTINUUM_SIGN_UP", SignUp.CLOSED, among=list(SignUp)))
    if chosen == SignUp.OPEN and not mail:
        raise ImproperlyConfigured(
            "CONTINUUM_SIGN_UP=open needs CONTINUUM_EMAIL_URL: without mail no address can be verified."
        )
    return chosen


def domains(*, profile: str, known: Mapping[str, object]) -> frozenset[str]:
    """Domains of e-mail addresses whose people may have accounts here; none for any. In the enterprise
    profile other people's accounts open ours only by such a list.
    """
    named = frozenset(word.lower().removeprefix("@") for word in env.words("CONTINUUM_SIGN_UP_DOMAINS"))
    if profile == ENTERPRISE and known and not named:
        raise ImproperlyConfigured(
            f"CONTINUUM_PROFILE={ENTERPRISE} with CONTINUUM_SIGN_IN_WITH needs CONTINUUM_SIGN_UP_DOMAINS: "
            "whose people may sign in, as in example.com."
        )
    return named


def providers() -> dict[str, dict[str, object]]:
    """Other people's accounts that open ours, by allauth's name of the provider; none unless they are named.

    Each has its CONTINUUM_<NAME>_CLIENT_ID and _CLIENT_SECRET, `oidc` its _URL and _NAME as well.
    """
    return dict(_provider(name) for name in env.words("CONTINUUM_SIGN_IN_WITH"))


def _provider(name: str) -> tuple[str, dict[str, object]]:
    prefix = f"CONTINUUM_{name.upper()}"
    app: dict[str, object] = {
        "client_id": _required(f"{prefix}_CLIENT_ID", by=name),
        "secret": _required(f"{prefix}_CLIENT_SECRET", by=name),
    }
    if name != "oidc":
        return name, {"APPS": [{**app, "key": ""}]}
    app |= {"provider_id": "oidc", "name": env.text("CONTINUUM_OIDC_NAME", "Single sign-on")}
    app["settings"] = {"server_url": _required("CONTINUUM_OIDC_URL", by=name)}
    return OIDC, {"APPS": [app], "OAUTH_PKCE_ENABLED": True}


def _required(variable: str, *, by: str) -> str:
    if value := env.text(variable):
        return value
    raise ImproperlyConfigured(f"CONTINUUM_SIGN_IN_WITH names {by}, which needs {variable}.")


def apps(known: Mapping[str, object]) -> list[str]:
    """What must be installed for it."""
    return [*APPS, *(f"allauth.socialaccount.providers.{name}" for name in known)]


def allauth(
    *, mail: bool, secure: bool, proxies: int, known: Mapping[str, dict[str, object]]
) -> dict[str, object]:
    """Every setting of allauth's that is not its default."""
    return {
        "ALLAUTH_TRUSTED_PROXY_COUNT": proxies,
        **_account(mail=mail, secure=secure),
        **_second_factors(mail=mail),
        "SOCIALACCOUNT_ADAPTER": "oauth.adapters.ProviderAdapter",
        "SOCIALACCOUNT_PROVIDERS": dict(known),
        "SOCIALACCOUNT_EMAIL_AUTHENTICATION": False,  # an address that a provider names opens no account
        "SOCIALACCOUNT_STORE_TOKENS": False,
    }


def _account(*, mail: bool, secure: bool) -> dict[str, object]:
    seconds = {name: int(length.total_seconds()) for name, length in _LENGTHS.items()}
    return {
        **{f"ACCOUNT_{name}": length for name, length in seconds.items()},
        "ACCOUNT_ADAPTER": "oauth.adapters.AccountAdapter",
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https" if secure else "http",
        "ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL": "/account",
        "ACCOUNT_EMAIL_NOTIFICATIONS": mail,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "Continuum: ",
        "ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS": False,  # nobody can have mail sent to a stranger
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory" if mail else "none",
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": mail,
        "ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND": mail,
        "ACCOUNT_FORMS": {
            "request_login_code": "oauth.account.forms.MailedCodeForm",
            "signup": "oauth.account.forms.SignUpForm",
        },
        "ACCOUNT_LOGIN_BY_CODE_ENABLED": mail,
        "ACCOUNT_LOGIN_METHODS": {"username", "email"},
        "ACCOUNT_LOGOUT_REDIRECT_URL": "account_login",
        "ACCOUNT_MAX_EMAIL_ADDRESSES": limits.MAX_EMAIL_ADDRESSES,
        "ACCOUNT_RATE_LIMITS": limits.SIGN_IN_RATES,
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_SESSION_REMEMBER": True,
        "ACCOUNT_SIGNUP_FIELDS": _sign_up_fields(mail=mail),
        "ACCOUNT_USERNAME_BLACKLIST": list(RESERVED_NAMES),
    }


_LENGTHS = {
    "REAUTHENTICATION_TIMEOUT": limits.CONFIRMED_FOR,
    "LOGIN_TIMEOUT": limits.SIGN_IN_STEPS,
    "LOGIN_BY_CODE_TIMEOUT": limits.MAILED_CODE_LIFETIME,
    "EMAIL_VERIFICATION_BY_CODE_TIMEOUT": limits.MAILED_CODE_LIFETIME,
}


def _sign_up_fields(*, mail: bool) -> Sequence[str]:
    return ["username*", *(["email*"] if mail else []), "password1*"]


def _second_factors(*, mail: bool) -> dict[str, object]:
    return {
        "MFA_ADAPTER": "oauth.adapters.SecondFactorAdapter",
        "MFA_SUPPORTED_TYPES": ["totp", "webauthn", "recovery_codes"],
        "MFA_PASSKEY_LOGIN_ENABLED": True,
        "MFA_TOTP_ISSUER": "Continuum",
        "MFA_TOTP_TOLERANCE": 1,
        "MFA_ALLOW_UNVERIFIED_EMAIL": not mail,
        "MFA_FORMS": {"add_webauthn": "oauth.account.forms.AddPasskeyForm"},
        "MFA_RATE_LIMITS": limits.PASSKEY_RATES,
    }
