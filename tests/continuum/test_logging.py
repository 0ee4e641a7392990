"""Logs tell what happened and where, never what was in it."""

from __future__ import annotations

import logging
import logging.config
from io import StringIO

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from django.utils.log import log_response

SECRET = "the-launch-code-is-8231"


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What reaches standard error, through the handler as it is configured."""
    written = StringIO()
    handler = logging.getHandlerByName("console") if hasattr(logging, "getHandlerByName") else None
    handler = handler or next(h for h in logging.getLogger().handlers if h.get_name() == "console")
    monkeypatch.setattr(handler, "stream", written)
    return written


def test_an_exceptions_words_are_left_out(console: StringIO) -> None:
    log = logging.getLogger("continuum.test")
    try:
        try:
            int(SECRET)
        except ValueError as error:
            raise LookupError(SECRET) from error
    except LookupError:
        log.exception("it failed")
    said = console.getvalue()
    assert "it failed" in said and "builtins.LookupError" in said and "builtins.ValueError" in said
    assert "test_logging.py" in said and SECRET not in said


@pytest.mark.parametrize("known", [True, False])
def test_an_address_is_logged_by_its_pattern(console: StringIO, known: bool) -> None:
    request = RequestFactory().get(f"/api/v1/memories/{SECRET}")
    if known:
        request.resolver_match = resolve(request.path)
    log_response(
        "%s: %s", "Internal Server Error", request.path, response=HttpResponse(status=500), request=request
    )
    said = console.getvalue()
    assert ("/api/v1/memories/<str:name>" if known else "an unknown address") in said
    assert SECRET not in said


def test_refused_requests_are_not_logged(console: StringIO) -> None:
    request = RequestFactory().get(f"/sign-in/link/{SECRET}")
    log_response("%s: %s", "Gone", request.path, response=HttpResponse(status=410), request=request)
    assert console.getvalue() == ""


def test_statements_are_not_logged_whatever_the_level() -> None:
    assert settings.LOGGING["loggers"]["django.db.backends"]["level"] == "WARNING"
    assert not logging.getLogger("django.db.backends").isEnabledFor(logging.DEBUG)
