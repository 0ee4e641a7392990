"""What a hook sends, read forgivingly: clients send along what they were given, and it changes with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.request import Request

from memories.errors import invalid
from memories.text.normalise import forgiving


def body_of(request: Request, *, most: int) -> Mapping[str, Any]:
    """The JSON object in a request's body. Bytes that are no UTF-8 do not spoil the rest.

    Raises ValidationFailed for anything else, RequestDataTooBig beyond `most` bytes.
    """
    raw: bytes = request.body
    if len(raw) > most:
        raise RequestDataTooBig
    try:
        found = json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise invalid("", "The body is no JSON that can be read.") from None
    if not isinstance(found, dict):
        raise invalid("", "The body is not a JSON object.")
    return found


def needed_text(body: Mapping[str, Any], field: str) -> str:
    """A string that must be there. Raises ValidationFailed."""
    value = body.get(field)
    if not isinstance(value, str):
        raise invalid(field, f"The {field} must be given, as a string.")
    return value


def text_or_none(body: Mapping[str, Any], field: str) -> str | None:
    """A string, without what no text can hold; None for one that is empty, absent or something else."""
    value = body.get(field)
    return forgiving(value) if isinstance(value, str) and value else None
