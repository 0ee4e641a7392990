"""What the authorization server offers, as oauthlib is told: codes with PKCE S256, refresh, revocation."""

from __future__ import annotations

import re
from typing import Any

from oauthlib.common import Request
from oauthlib.oauth2 import AuthorizationEndpoint, RevocationEndpoint, TokenEndpoint
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidRequestError
from oauthlib.oauth2.rfc6749.grant_types import AuthorizationCodeGrant, RefreshTokenGrant
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256
from oauthlib.oauth2.rfc6749.tokens import BearerToken

from oauth.limits import CHALLENGE_LENGTH
from oauth.services.resources import are_ours, resource

_CHALLENGE = re.compile(rf"[A-Za-z0-9_-]{{{CHALLENGE_LENGTH}}}")


class CodeGrant(AuthorizationCodeGrant):
    """Codes that only who asked for them can exchange: `plain` would show the verifier on the way."""

    _code_challenge_methods = {"S256": code_challenge_method_s256}


class AuthorizationServer(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """The endpoints, without the grants that OAuth 2.1 has left behind."""

    def __init__(self, request_validator: Any, **_options: Any) -> None:
        asking = [require_our_resource_asked, require_challenge]
        codes = CodeGrant(request_validator, pre_auth=asking, pre_token=[require_our_resource])
        refresh = RefreshTokenGrant(request_validator, pre_token=[require_our_resource])
        bearer = BearerToken(request_validator)
        AuthorizationEndpoint.__init__(
            self,
            default_response_type="code",
            response_types={"code": codes},
            default_token_type=bearer,
        )
        TokenEndpoint.__init__(
            self,
            default_grant_type="authorization_code",
            grant_types={"authorization_code": codes, "refresh_token": refresh},
            default_token_type=bearer,
        )
        RevocationEndpoint.__init__(self, request_validator)


def require_our_resource_asked(request: Request) -> dict[str, Any]:
    """Raise invalid_target for a resource (RFC 8707) that is not ours. Asking for none means ours."""
    _require_ours(request, request.uri_query_params)
    request.resource = resource()
    return {}


def require_our_resource(request: Request) -> None:
    """The same where a code or a refresh token is exchanged."""
    _require_ours(request, request.decoded_body or [])


def require_challenge(request: Request) -> dict[str, Any]:
    """Raise invalid_request for a challenge that no S256 of a verifier can be."""
    if request.code_challenge is not None and not _CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError("The code_challenge is no S256 of a code verifier.", request=request)
    return {}


def _require_ours(request: Request, parameters: Any) -> None:
    if not are_ours(value for name, value in parameters if name == "resource"):
        raise CustomOAuth2Error(
            "invalid_target", description=f"Tokens are for {resource()} alone.", request=request
        )
