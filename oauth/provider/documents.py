"""Clients known by the address of a document about them: read with the tolerance that real ones need.

The toolkit fetches (https alone, public addresses alone, one look-up, no redirects, small and quick) and
keeps what it says. It refuses documents that name what we do not offer; here that is left out instead.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from oauth2_provider.cimd import CIMDError, SafeMetadataFetcher

from oauth.limits import MAX_CLIENT_NAME, MAX_REDIRECT_URIS
from oauth.redirects import Kind, is_acceptable, place_of


class TolerantFetcher(SafeMetadataFetcher):
    """The toolkit's fetcher, with the document brought into the shape it takes."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        document, seconds = super().fetch(client_id)
        return tolerable(document), seconds


def tolerable(document: dict[str, Any]) -> dict[str, Any]:
    """The document as one of a public client with the code grant. Raises CIMDError where it cannot be.

    A client that would prove itself by a key is taken as a public one, held by PKCE, if its codes go to web
    addresses alone, which are matched letter by letter: on this machine anybody may listen.
    """
    given = document.get("redirect_uris")
    listed = [uri for uri in given if isinstance(uri, str)] if isinstance(given, list) else []
    uris = [
        uri for uri in listed[:MAX_REDIRECT_URIS] if is_acceptable(uri, schemes=settings.REDIRECT_SCHEMES)
    ]
    by_key = document.get("token_endpoint_auth_method", "none") != "none"
    if by_key:
        uris = [uri for uri in uris if place_of(uri).kind is Kind.WEB]
    grants = document.get("grant_types", ["authorization_code"])
    if not isinstance(grants, list) or "authorization_code" not in grants:
        raise CIMDError("the document does not ask for the code grant")
    name = document.get("client_name")
    return {
        **document,
        "client_name": name[:MAX_CLIENT_NAME] if isinstance(name, str) and name.isprintable() else "",
        "redirect_uris": uris,
        "grant_types": ["authorization_code"],
        "token_endpoint_auth_method": "none",
    }
