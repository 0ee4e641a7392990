"""Too many: what somebody is told who has to wait."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from oauth.limits import MINUTE
from oauth.page_policy import page_policy


def too_many(request: HttpRequest, *, wait: timedelta = MINUTE) -> HttpResponse:
    """429, with the longest that it can take until there is room again. What allauth calls `handler429`."""
    seconds = int(wait.total_seconds())
    minutes = max(1, seconds // 60)
    response = render(request, "429.html", {"minutes": minutes}, status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(seconds)
    response["Content-Security-Policy"] = page_policy()
    return response
