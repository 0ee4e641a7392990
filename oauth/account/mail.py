"""What needs mail says so where there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from oauth.account.commands import LINK_COMMAND
from oauth.page_policy import page_policy

View = Callable[..., HttpResponseBase]


def not_sent(request: HttpRequest) -> HttpResponse:
    """What somebody is told whose message could not be sent."""
    response = render(request, "oauth/mail_not_sent.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Content-Security-Policy"] = page_policy()
    return response


def needs_mail(view: View) -> View:
    """The view where mail can be sent; elsewhere a page that says it cannot, and what to do instead."""

    @wraps(view)
    def with_mail(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.MAIL:
            return view(request, *args, **kwargs)
        context = {"command": LINK_COMMAND, "local": settings.LOCAL_PROFILE}
        return render(request, "oauth/mail_off.html", context, status=HTTPStatus.NOT_FOUND)

    return with_mail
