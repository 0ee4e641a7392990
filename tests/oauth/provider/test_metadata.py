"""What clients discover: the same documents at every path that they look at, and nothing at any other."""

from __future__ import annotations

import pytest
from django.test import Client as Browser
from django.urls import resolve

from oauth.provider.tokens import token
from tests.oauth.provider.conftest import ISSUER, RESOURCE

SERVER_PATHS = [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/mcp",
    "/mcp/.well-known/openid-configuration",
]
RESOURCE_PATHS = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]


@pytest.mark.parametrize("path", SERVER_PATHS)
def test_the_server_tells_who_it_is_at_every_path(path: str) -> None:
    told = Browser().get(path).json()
    assert told["issuer"] == ISSUER
    assert told == Browser().get(SERVER_PATHS[0]).json()


@pytest.mark.parametrize("path", RESOURCE_PATHS)
def test_the_resource_is_the_address_that_people_type(path: str) -> None:
    told = Browser().get(path).json()
    assert (told["resource"], told["authorization_servers"]) == (RESOURCE, [ISSUER])
    assert told["bearer_methods_supported"] == ["header"]


def test_what_is_advertised_is_what_there_is() -> None:
    told = Browser().get(SERVER_PATHS[0]).json()
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["response_types_supported"] == ["code"]
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert "none" in told["token_endpoint_auth_methods_supported"]
    assert told["authorization_response_iss_parameter_supported"] is True
    assert told["client_id_metadata_document_supported"] is False


@pytest.mark.parametrize("name", ["authorization", "token", "registration", "revocation"])
def test_every_endpoint_is_where_it_is_said_to_be(name: str) -> None:
    address = Browser().get(SERVER_PATHS[0]).json()[f"{name}_endpoint"]
    assert address.startswith(f"{ISSUER}/oauth/")
    assert resolve(address.removeprefix(ISSUER)).func
    assert resolve("/oauth/token").func == token


def test_no_scope_of_openid_is_listed() -> None:
    for path in (SERVER_PATHS[0], RESOURCE_PATHS[0]):
        scopes = Browser().get(path).json()["scopes_supported"]
        assert scopes == ["memory:read", "memory:write", "memory:forget", "memory:review", "web"]


@pytest.mark.parametrize("path", SERVER_PATHS + RESOURCE_PATHS)
def test_nothing_of_the_request_gets_into_a_document(path: str) -> None:
    honest = Browser().get(path).content
    forged = {"host": "127.0.0.1:9999", "x-forwarded-proto": "https", "x-forwarded-host": "evil.example"}
    assert Browser().get(path, headers=forged).content == honest


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/oauth-protected-resource/",
        "/.well-known/oauth-protected-resource/other",
        "/.well-known/oauth-protected-resource/mcp/more",
        "/.well-known/oauth-authorization-server/other",
        "/.well-known/openid-configuration/other",
        "/.well-known/jwks.json",
    ],
)
def test_no_other_path_answers(path: str) -> None:
    assert Browser().get(path).status_code == 404


def test_a_setting_says_whether_documents_about_clients_are_read(settings: object) -> None:
    settings.CLIENT_DOCUMENTS = True  # type: ignore[attr-defined]
    assert Browser().get(SERVER_PATHS[0]).json()["client_id_metadata_document_supported"] is True


def test_head_answers_without_a_body() -> None:
    answer = Browser().head(SERVER_PATHS[0])
    assert (answer.status_code, answer.content) == (200, b"")
