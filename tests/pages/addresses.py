"""Every address of the product, and one where nothing works: what is told there is a page too."""

from __future__ import annotations

from django.core.exceptions import BadRequest, PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.urls import path
from django.views.csrf import csrf_failure

from continuum import urls
from oauth.throttling import too_many

handler400, handler429, handler500 = urls.handler400, urls.handler429, urls.handler500
WRONG = {
    "400": BadRequest("No page of ours sends this."),
    "403": PermissionDenied(),
    "500": RuntimeError("something nobody foresaw"),
    "503": OperationalError("the database is not there"),
}


def failing(request: HttpRequest, how: str) -> HttpResponse:
    if how == "429":
        return too_many(request)
    if how == "form":
        return csrf_failure(request, reason=REASON_NO_CSRF_COOKIE)
    raise WRONG[how]


urlpatterns = [path("failing/<str:how>", failing), *urls.urlpatterns]
