"""What is answered where a request's body is not read: a page for people, a problem document for programs."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import resolve_url

from continuum.kernel.errors import StorageProblem, Unauthorized, ValidationFailed
from continuum.kernel.watching import current_request
from oauth.challenge import challenge
from oauth.failing import RETRY_AFTER_SECONDS, bare

MEDIA_TYPE = "application/problem+json"
TOO_LARGE = "The body is larger than this server reads."
NOBODY = "Show a token or sign in; then send it again."
AWAY = "The store cannot be reached. Try again soon."


def too_large(request: HttpRequest) -> HttpResponse:
    """413, whoever asks."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if _by_a_person(request):
        return bare(request, status)
    return _problem(status, ValidationFailed.code, TOO_LARGE)


def nobody(request: HttpRequest) -> HttpResponse:
    """To the page on which one signs in; 401 for programs."""
    if _by_a_person(request):
        return redirect_to_login(resolve_url(settings.LOGIN_REDIRECT_URL))
    answer = _problem(HTTPStatus.UNAUTHORIZED, Unauthorized.code, NOBODY)
    answer["WWW-Authenticate"] = challenge("invalid_token" if "Authorization" in request.headers else "")
    return answer


def unavailable(request: HttpRequest) -> HttpResponse:
    """503 while the database cannot say who it is."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    page = _by_a_person(request)
    answer = bare(request, status) if page else _problem(status, StorageProblem.code, AWAY)
    answer["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def _by_a_person(request: HttpRequest) -> bool:
    return "text/html" in request.headers.get("Accept", "")


def _problem(status: HTTPStatus, code: str, detail: str) -> HttpResponse:
    watched = current_request()
    told = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    seen = {"request_id": watched.id} if watched else {}
    return JsonResponse({**told, "code": code, **seen}, status=status, content_type=MEDIA_TYPE)
