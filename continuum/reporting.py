"""Errors to Sentry: what kind, and where in the code. Nothing of what was asked or remembered.

An event is made anew from what may be told, so that whatever the SDK learns to collect stays here.
"""

from __future__ import annotations

import logging
from typing import Any, Final, cast

import sentry_sdk
from django.apps import AppConfig
from django.conf import settings
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint

from continuum.kernel.watching import current_request

_OURS: Final = frozenset({"continuum", "mcp_gateway", "memories", "oauth", "webtools"})
_KEPT: Final = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "sdk")
_OF_A_FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "in_app")


class ReportingConfig(AppConfig):
    """Installed where CONTINUUM_SENTRY_DSN is set."""

    name = "continuum.reporting"

    def ready(self) -> None:
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
            send_default_pii=False,
            include_local_variables=False,
            include_source_context=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            server_name="continuum",
            before_send=told,
        )


def told(event: Event, hint: Hint) -> Event:
    """What of an event leaves this machine. Lines of our own log hold no content; others' are left out."""
    given = cast(dict[str, Any], event)
    kept: dict[str, Any] = {name: given[name] for name in _KEPT if name in given}
    kept["exception"] = {"values": [_kind_and_places(one) for one in _exceptions(given)]}
    record = hint.get("log_record")
    if record is not None and record.name.partition(".")[0] in _OURS:
        kept["logentry"] = {"formatted": record.getMessage()}
    request = current_request()
    if request is not None:
        kept["tags"] = {"door": request.door, "route": request.route, "request_id": request.id}
    return cast(Event, kept)


def _exceptions(event: dict[str, Any]) -> list[dict[str, Any]]:
    return list((event.get("exception") or {}).get("values") or [])


def _kind_and_places(one: dict[str, Any]) -> dict[str, Any]:
    """Without its words, which may quote what was remembered."""
    frames = (one.get("stacktrace") or {}).get("frames") or []
    places = [{name: frame[name] for name in _OF_A_FRAME if name in frame} for frame in frames]
    return {"type": one.get("type"), "module": one.get("module"), "stacktrace": {"frames": places}}
