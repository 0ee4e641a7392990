"""What the admin is asked in an address, before its lists hand it to the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

AREA: Final = "/admin/"


class WithoutNulMiddleware:
    """400 for a NUL in an address: no text of the database holds one, and filters would ask it for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(AREA) and "%00" in request.get_full_path():
            raise BadRequest("An address of the admin holds no NUL.")
        return self.get_response(request)
