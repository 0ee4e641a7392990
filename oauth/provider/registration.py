"""The registration endpoint (RFC 7591), open to everybody: being registered opens nothing."""

from __future__ import annotations

import json
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse, JsonResponse

from continuum.kernel.errors import RateLimited, ValidationFailed
from oauth.limits import MAX_REGISTRATION_BYTES
from oauth.provider.sharing import shared
from oauth.services.clients import OFFERED_GRANTS, Registered, register_client
from oauth.services.offers import scopes


@shared("POST")
def register(request: HttpRequest) -> HttpResponse:
    try:
        metadata = _metadata(request)
        registered = register_client(
            metadata,
            address=get_adapter(request).get_client_ip(request),
            from_page="Origin" in request.headers,
        )
    except ValidationFailed as error:
        wrong_address = error.details.get("field") == "redirect_uris"
        return _refused("invalid_redirect_uri" if wrong_address else "invalid_client_metadata", error.message)
    except RateLimited as error:
        response = _refused("temporarily_unavailable", error.message, status=error.status)
        response["Retry-After"] = str(error.details["retry_after"])
        return response
    return _told(_answer(registered), status=201)


def _metadata(request: HttpRequest) -> dict[str, Any]:
    """The body's object. Raises ValidationFailed; who sends too much is not read to the end."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > MAX_REGISTRATION_BYTES:
        raise ValidationFailed(f"A registration has at most {MAX_REGISTRATION_BYTES:,} bytes.")
    try:
        found = json.loads(request.body)
    except (ValueError, RecursionError):
        raise ValidationFailed("A registration is a JSON object.") from None
    if not isinstance(found, dict):
        raise ValidationFailed("A registration is a JSON object.")
    return found


def _answer(registered: Registered) -> dict[str, Any]:
    """What was registered, which may be less than what was asked for."""
    client = registered.client
    answer = {
        "client_id": client.client_id,
        "client_id_issued_at": int(client.created.timestamp()),
        "client_name": client.label,
        "redirect_uris": client.redirect_uris.split(),
        "grant_types": list(OFFERED_GRANTS),
        "response_types": ["code"],
        "token_endpoint_auth_method": registered.auth_method,
        "scope": " ".join(scopes()),
    }
    if client.client_uri:
        answer["client_uri"] = client.client_uri
    if registered.secret:
        answer |= {"client_secret": registered.secret, "client_secret_expires_at": 0}
    return answer


def _refused(error: str, description: str, *, status: int = 400) -> HttpResponse:
    return _told({"error": error, "error_description": description}, status=status)


def _told(answer: dict[str, Any], *, status: int) -> HttpResponse:
    response = JsonResponse(answer, status=status)
    response["Cache-Control"] = "no-store"
    return response
