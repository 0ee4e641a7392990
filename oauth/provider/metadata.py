"""What clients read before anything else: who issues tokens (RFC 8414) and what they are for (RFC 9728).

One function makes each document, whatever the path it is asked for at, and no part of a request is in it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from oauth.provider.sharing import shared
from oauth.services.clients import OFFERED_GRANTS, PUBLIC, WITH_SECRET
from oauth.services.offers import scopes
from oauth.services.resources import issuer, resource

AUTH_METHODS = [PUBLIC, *WITH_SECRET]


@shared("GET", "HEAD")
def authorization_server(request: HttpRequest) -> HttpResponse:
    return JsonResponse(server_document())


@shared("GET", "HEAD")
def protected_resource(request: HttpRequest) -> HttpResponse:
    return JsonResponse(resource_document())


def server_document() -> dict[str, Any]:
    return {
        "issuer": issuer(),
        "authorization_endpoint": _address("oauth-authorize"),
        "token_endpoint": _address("oauth-token"),
        "registration_endpoint": _address("oauth-register"),
        "revocation_endpoint": _address("oauth-revoke"),
        "scopes_supported": scopes(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(OFFERED_GRANTS),
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": AUTH_METHODS,
        "revocation_endpoint_auth_methods_supported": AUTH_METHODS,
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": settings.CLIENT_DOCUMENTS,
    }


def resource_document() -> dict[str, Any]:
    return {
        "resource": resource(),
        "authorization_servers": [issuer()],
        "scopes_supported": scopes(),
        "bearer_methods_supported": ["header"],
        "resource_name": "Continuum",
    }


def _address(name: str) -> str:
    return issuer() + reverse(name)
