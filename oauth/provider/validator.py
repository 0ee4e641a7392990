"""What oauthlib asks of us, answered by the services. Clients and their addresses stay the toolkit's part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.crypto import constant_time_compare
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError, UnsupportedResponseTypeError

from continuum.kernel.errors import Unauthorized
from continuum.kernel.shown_once import digest_of
from oauth.models import AuthorizationCode, Client
from oauth.services.codes import find_code, keep_code, redeem_code
from oauth.services.offers import known_scopes, scopes
from oauth.services.pairs import Pair, find_refreshable, refresh_pair, revoke_token_of
from oauth.services.resources import resource

CODE, REFRESH = "authorization_code", "refresh_token"


class Validator(OAuth2Validator):
    """The toolkit's validator, with codes and tokens of our own: kept as hashes, rotated with a window."""

    # --- Clients

    def _load_application(self, client_id: str | None, request: Request) -> Client | None:
        """The client, made known by its document on first sight. Nothing Postgres cannot hold is one."""
        if not client_id or "\x00" in client_id:
            return None
        found: Client | None = super()._load_application(client_id, request)
        return found

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        return bool(stored_secret) and constant_time_compare(digest_of(provided_secret), stored_secret)

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return grant_type in {CODE, REFRESH}

    def validate_response_type(
        self, client_id: str, response_type: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        if response_type != "code":
            raise UnsupportedResponseTypeError(request=request)
        return True

    # --- What is asked for

    def validate_scopes(
        self,
        client_id: str,
        asked: Sequence[str],
        client: Client,
        request: Request,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        """Drop what we do not know: clients ask for other servers' scopes, and for OpenID's."""
        request.scopes = known_scopes(asked)
        return True

    def get_default_scopes(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        return scopes()

    # --- Codes

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *args: Any, **kwargs: Any
    ) -> None:
        keep_code(
            code["code"],
            connection=request.connection,
            redirect_uri=request.redirect_uri,
            permissions=request.scopes,
            resource=resource(),
            challenge=request.code_challenge,
        )

    def validate_code(
        self, client_id: str, code: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        found = find_code(code or "", client=client)
        if found is None:
            return False
        request.found_code, request.user, request.scopes = found, found.connection.user, found.permissions
        return True

    def get_code_challenge(self, code: str, request: Request) -> str:
        return _found(request).challenge

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        return "S256"

    def get_default_redirect_uri(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> str:
        """Where a code went, when it comes back without saying so: PKCE binds it, as OAuth 2.1 has it."""
        if request.grant_type == CODE:
            return _found(request).redirect_uri
        return str(super().get_default_redirect_uri(client_id, request, *args, **kwargs))

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Client, request: Request, *args: Any
    ) -> bool:
        if redirect_uri != _found(request).redirect_uri:
            raise InvalidGrantError("This code was sent to another address.", request=request)
        return True

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        """Nothing is left to do: redeeming it has used it up."""

    # --- Tokens

    def validate_refresh_token(
        self, refresh_token: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        found = find_refreshable(refresh_token, client=client)
        if found is None:
            return False
        request.user, request.granted = found.connection.user, found.permissions
        return True

    def get_original_scopes(
        self, refresh_token: str, request: Request, *args: Any, **kwargs: Any
    ) -> list[str]:
        return list(request.granted)

    def is_within_original_scope(
        self, asked: Sequence[str], refresh_token: str, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whatever is asked for, the next pair has what the last one had, and the answer says so."""
        return True

    def save_bearer_token(self, token: dict[str, Any], request: Request, *args: Any, **kwargs: Any) -> None:
        """Issue the pair. oauthlib has filled in an answer of its own, which ours takes the place of."""
        try:
            pair = _issued(request)
        except Unauthorized as error:
            raise InvalidGrantError(error.message, request=request) from None
        token.update(
            access_token=pair.access,
            refresh_token=pair.refresh,
            expires_in=pair.expires_in,
            scope=" ".join(pair.permissions),
        )

    def revoke_token(
        self, token: str, token_type_hint: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        revoke_token_of(token, client=request.client)


def _issued(request: Request) -> Pair:
    if request.grant_type == REFRESH:
        return refresh_pair(request.refresh_token, client=request.client)
    return redeem_code(request.code, client=request.client)


def _found(request: Request) -> AuthorizationCode:
    """The code that `validate_code` found for this request."""
    found = request.found_code
    assert isinstance(found, AuthorizationCode)  # noqa: S101 - oauthlib asks in this order
    return found
