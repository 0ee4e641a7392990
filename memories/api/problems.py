"""Every error as a problem document (RFC 9457): `{type, title, status, detail, code, ...}`.

`code` is one of the codes in continuum.kernel.errors. What nobody foresaw is logged by its kind and place
alone and told in general words: an exception's text may quote what was remembered.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response

from continuum.kernel.errors import (
    ContinuumError,
    Forbidden,
    NotFound,
    RateLimited,
    StorageProblem,
    Unauthorized,
    ValidationFailed,
)
from continuum.kernel.watching import current_request
from memories.errors import is_full
from memories.secrets.nested import safe_to_tell
from oauth.challenge import challenge

log = logging.getLogger("continuum.api")

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 5
NO_ROOM = gettext_lazy(
    "The disk is full: nothing was written, and nothing that is there is lost. Who runs this makes room."
)
_CODES = {401: Unauthorized.code, 403: Forbidden.code, 404: NotFound.code, 429: RateLimited.code}


def handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """What the API answers instead. REST framework calls this for every exception of a view."""
    if isinstance(error, ContinuumError):
        headers = _headers(error.status, shown=True)
        if "retry_after" in error.details:
            headers["Retry-After"] = str(error.details["retry_after"])
        return _problem(error.status, error.code, error.message, dict(error.details), headers)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        return _refused(error)
    return _from_django(error) or _unforeseen(error, context)


def _invalid(error: exceptions.ValidationError) -> Response:
    """All field errors at once, each under the path of its field: `items.0.content`."""
    found: dict[str, list[str]] = {}
    for path, message in _flat(error.detail):
        found.setdefault(path, []).append(message)
    field, messages = next(iter(found.items()), ("", [_("The request cannot be understood.")]))
    detail = f"{field}: {messages[0]}" if field else messages[0]
    return _problem(400, ValidationFailed.code, detail, {"field": field, "errors": found})


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from _flat(inner, ".".join(part for part in (path, name) if part))
    elif isinstance(detail, list) and any(isinstance(inner, Mapping) for inner in detail):
        for place, inner in enumerate(detail):
            yield from _flat(inner, f"{path}.{place}" if path else str(place))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flat(inner, path)
    else:
        yield path, str(detail)


def _refused(error: exceptions.APIException) -> Response:
    """REST framework's own refusals: no credentials, a bad body, a wrong method, too many requests."""
    status = error.status_code
    code = _CODES.get(status, ValidationFailed.code if status < 500 else ContinuumError.code)  # noqa: PLR2004
    headers = _headers(status, shown=False)
    if wait := getattr(error, "wait", None):  # exceptions.Throttled
        headers["Retry-After"] = str(int(wait))
    return _problem(status, code, str(error.detail), {}, headers)


# The first that fits counts. What the exceptions say themselves is not repeated.
_OF_DJANGO = (
    (Http404, 404, NotFound.code, gettext_lazy("There is nothing here.")),
    (PermissionDenied, 403, Forbidden.code, gettext_lazy("This is not allowed.")),
    (
        RequestDataTooBig,
        413,
        ValidationFailed.code,
        gettext_lazy("The body is larger than this server reads."),
    ),
    (SuspiciousOperation, 400, ValidationFailed.code, gettext_lazy("The request cannot be understood.")),
    (BadRequest, 400, ValidationFailed.code, gettext_lazy("The request cannot be understood.")),
    (DataError, 400, ValidationFailed.code, gettext_lazy("The request holds a value that cannot be stored.")),
)


def _from_django(error: Exception) -> Response | None:
    for kind, status, code, detail in _OF_DJANGO:
        if isinstance(error, kind):
            return _problem(status, code, str(detail))
    full = is_full(error)
    if full or isinstance(error, OperationalError | InterfaceError):
        log.error("the database does not serve: %s", type(error.__cause__ or error).__name__)
        told = NO_ROOM if full else gettext_lazy("The store cannot be reached. Try again soon.")
        headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
        return _problem(503, StorageProblem.code, str(told), {}, headers)
    return None


def _unforeseen(error: Exception, context: Mapping[str, Any]) -> Response:
    view = type(context.get("view")).__name__
    log.error("%s in %s at %s", type(error).__name__, view, _place(error))
    return _problem(500, ContinuumError.code, _("Something went wrong here. It has been logged."))


def _place(error: BaseException) -> str:
    """Where it happened: file, line, function; no values."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno} {frames[-1].name}" if frames else "unknown"


def _headers(status: int, *, shown: bool) -> dict[str, str]:
    if status != HTTPStatus.UNAUTHORIZED:
        return {}
    return {"WWW-Authenticate": challenge("invalid_token" if shown else "")}


def _problem(
    status: int,
    code: str,
    detail: str,
    more: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    request = current_request()
    told = {
        **safe_to_tell(_plain(more or {})),
        **({"request_id": request.id} if request else {}),
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": safe_to_tell(detail),
        "code": code,
    }
    return Response(told, status=status, headers=dict(headers or {}), content_type=MEDIA_TYPE)


def _plain(more: Mapping[str, Any]) -> dict[str, Any]:
    """The members as JSON: ids and translated texts written out."""
    written: dict[str, Any] = json.loads(json.dumps(dict(more), default=str))
    return written
