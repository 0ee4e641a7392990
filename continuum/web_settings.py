"""The web tools as an operator wants them (docs/web-tools.md)."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env
from webtools.errors import BadAddress
from webtools.guard.allowing import AllowList, BadEntry
from webtools.guard.urls import read_url
from webtools.settings import WebSettings

CALLS_A_MINUTE = 60


def web() -> WebSettings:
    """Raises ImproperlyConfigured for an entry of the list, or an address, that is none."""
    allow = tuple(env.words("CONTINUUM_WEB_ALLOW"))
    try:
        AllowList(allow)
    except BadEntry as error:
        raise ImproperlyConfigured(
            f"CONTINUUM_WEB_ALLOW lists hosts, addresses and networks like wiki.corp, 10.1.0.0/16 or "
            f"127.0.0.1:8099. {error}"
        ) from None
    return WebSettings(
        on=env.flag("CONTINUUM_WEB", default=True),
        allow=allow,
        browser=env.text("CONTINUUM_WEB_BROWSER", "auto"),
        sandbox=env.flag("CONTINUUM_WEB_SANDBOX", default=True),
        searxng=_searxng(env.text("CONTINUUM_SEARXNG_URL")),
    )


def calls_a_minute() -> int:
    return env.number("CONTINUUM_WEB_CALLS_A_MINUTE", CALLS_A_MINUTE, least=1)


def _searxng(address: str) -> str:
    if not address:
        return ""
    try:
        return read_url(address).url.rstrip("/")
    except BadAddress as error:
        raise ImproperlyConfigured(
            f"CONTINUUM_SEARXNG_URL must be an address like http://127.0.0.1:8888. {error.message}"
        ) from None
