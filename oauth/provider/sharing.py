"""Which answers pages of any origin may read: what needs no cookie and gives nothing to who has none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from oauth.middleware import without_actor

PREFLIGHT_SECONDS = 600
_HEADERS = "Authorization, Content-Type, Accept, MCP-Protocol-Version"

View = Callable[..., HttpResponse]


def shared(*methods: str) -> Callable[[View], View]:
    """Answer these methods to pages of any origin, the browser's question beforehand included, and 405 to
    others. No cookie is looked at, so there is nothing that a page could borrow.
    """
    allowed = ", ".join((*methods, "OPTIONS"))

    def declared(view: View) -> View:
        @without_actor
        @csrf_exempt
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            response = _answer(view, request, methods, args, kwargs)
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "WWW-Authenticate"
            if request.method == "OPTIONS":
                response["Access-Control-Allow-Methods"] = allowed
                response["Access-Control-Allow-Headers"] = _HEADERS
                response["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
            if response.status_code in {204, 405}:
                response["Allow"] = allowed
            return response

        return answered

    return declared


def _answer(
    view: View, request: HttpRequest, methods: tuple[str, ...], args: Any, kwargs: Any
) -> HttpResponse:
    if request.method == "OPTIONS":
        return HttpResponse(status=204)
    if request.method in methods:
        return view(request, *args, **kwargs)
    return HttpResponse(status=405)
