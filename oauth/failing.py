"""What is shown where a page could not be made: by templates alone, so that nothing is asked again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation

from memories.errors import is_full
from oauth.page_policy import page_policy
from oauth.reading import reading_of

RETRY_AFTER_SECONDS: Final = 5
"""How soon a browser or a proxy may ask once more when the database was not there."""
NO_DATABASE: Final = (OperationalError, InterfaceError)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; 503 when it is the database that cannot be reached or a disk that is full, which passes. What
    Django calls `handler500`, while the error is handled.
    """
    error = sys.exception()
    full = error is not None and is_full(error)
    if not (full or isinstance(error, NO_DATABASE)):
        return bare(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    response = bare(request, HTTPStatus.SERVICE_UNAVAILABLE, full=full)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, for what no page of ours would send. What Django calls `handler400`."""
    return bare(request, HTTPStatus.BAD_REQUEST)


def no_such_page(request: HttpRequest, **where: str) -> HttpResponse:
    """404, for addresses that a library would answer and that lead nowhere here."""
    raise Http404


class WrongMethodMiddleware:
    """A page for people who follow an address that only a button leads to. Programs get the bare answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        by_a_person = "text/html" in request.headers.get("Accept", "")
        if not (by_a_person and isinstance(response, HttpResponseNotAllowed)):
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page


def bare(request: HttpRequest, status: HTTPStatus, *, full: bool = False) -> HttpResponse:
    """In the language and theme that the browser keeps: whose account it is would have to be looked up."""
    reading = reading_of(request)
    with translation.override(reading.language):
        told = render_to_string(f"{status.value}.html", {"theme": reading.theme, "full": full})
    return HttpResponse(told, status=status, headers={"Content-Security-Policy": page_policy()})
