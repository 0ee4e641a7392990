"""Clients known by a document: the toolkit fetches and keeps, documents are as real clients write them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client as Browser
from oauth2_provider.cimd import CIMDError, SafeMetadataFetcher

from oauth.models import Client, User
from oauth.provider.documents import tolerable
from tests.oauth.provider.conftest import App, browser_of

CLAUDE_CODE = "https://claude.example/oauth/client-metadata.json"
DOCUMENT = {
    "client_id": CLAUDE_CODE,
    "client_name": "Claude Code",
    "redirect_uris": ["http://localhost/callback", "http://127.0.0.1/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
}
CHATGPT = {
    **DOCUMENT,
    "client_name": "ChatGPT",
    "redirect_uris": ["https://chatgpt.example/callback", "http://localhost/callback"],
    "token_endpoint_auth_method": "private_key_jwt",
    "jwks_uri": "https://chatgpt.example/jwks.json",
}
VS_CODE = {
    **DOCUMENT,
    "grant_types": [*DOCUMENT["grant_types"], "urn:ietf:params:oauth:grant-type:device_code"],
}


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, dict[str, Any]]:
    """The open web, of which there is none here: documents by their address, fetched as the toolkit would."""
    documents: dict[str, dict[str, Any]] = {}

    def fetch(_: SafeMetadataFetcher, client_id: str) -> tuple[dict[str, Any], int]:
        if client_id not in documents:
            raise CIMDError("nothing there")
        return documents[client_id], 300

    monkeypatch.setattr(SafeMetadataFetcher, "fetch", fetch)
    settings.CLIENT_DOCUMENTS = True
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "CIMD_ENABLED": True}
    cache.clear()
    return documents


@pytest.mark.parametrize(
    ("document", "redirect_uri"),
    [
        (DOCUMENT, "http://localhost:3118/callback"),
        (CHATGPT, "https://chatgpt.example/callback"),
        (VS_CODE, "http://127.0.0.1:51000/callback"),
    ],
)
def test_a_client_connects_by_its_document(
    web: dict[str, Any], alice: User, document: dict[str, Any], redirect_uri: str
) -> None:
    web[CLAUDE_CODE] = document
    app = App(browser_of(alice), CLAUDE_CODE, redirect_uri=redirect_uri)
    page = app.opened()
    assert document["client_name"] in page.text and "claude.example" in page.text
    assert "its own claim" not in page.text
    assert app.connected()["refresh_token"]


def test_a_client_that_would_show_a_key_is_sent_to_web_addresses_alone(
    web: dict[str, Any], alice: User
) -> None:
    web[CLAUDE_CODE] = CHATGPT
    app = App(browser_of(alice), CLAUDE_CODE, redirect_uri="http://localhost:4000/callback")
    assert app.opened().status_code == 400


def test_without_the_setting_no_document_is_looked_for(
    web: dict[str, Any], alice: User, settings: Any
) -> None:
    web[CLAUDE_CODE] = DOCUMENT
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "CIMD_ENABLED": False}
    app = App(browser_of(alice), CLAUDE_CODE, redirect_uri="http://localhost:3118/callback")
    assert app.opened().status_code == 400
    assert not Client.objects.exists()


def test_a_stranger_has_no_document_fetched(web: dict[str, Any], db: None) -> None:
    web[CLAUDE_CODE] = DOCUMENT
    App(Browser(), CLAUDE_CODE, redirect_uri="http://localhost:3118/callback").opened()
    assert not Client.objects.exists()


def test_a_document_about_another_client_is_refused(web: dict[str, Any], alice: User) -> None:
    web[CLAUDE_CODE] = {**DOCUMENT, "client_id": "https://other.example/client.json"}
    app = App(browser_of(alice), CLAUDE_CODE, redirect_uri="http://localhost:3118/callback")
    assert app.opened().status_code == 400


@pytest.mark.parametrize(
    "changed",
    [
        {"redirect_uris": ["http://192.168.0.2/cb"]},
        {"redirect_uris": "https://a.example/cb"},
        {"redirect_uris": []},
        {"client_secret": "x"},
    ],
)
def test_a_document_that_sends_people_nowhere_is_refused(
    web: dict[str, Any], alice: User, changed: dict[str, Any]
) -> None:
    web[CLAUDE_CODE] = {**DOCUMENT, **changed}
    app = App(browser_of(alice), CLAUDE_CODE, redirect_uri="http://localhost:3118/callback")
    assert app.opened().status_code == 400
    assert not Client.objects.exists()


@pytest.mark.parametrize("grants", [["client_credentials"], "authorization_code", [7], None])
def test_a_document_without_the_code_grant_is_no_clients(grants: Any) -> None:
    with pytest.raises(CIMDError):
        tolerable({**DOCUMENT, "grant_types": grants})


@pytest.mark.parametrize("name", [None, 7, "a\u202eb", ["x"]])
def test_an_odd_name_is_left_out(name: Any) -> None:
    assert tolerable({**DOCUMENT, "client_name": name})["client_name"] == ""


def test_the_toolkit_still_fetches_from_no_private_address(settings: Any, alice: User) -> None:
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "CIMD_ENABLED": True}
    cache.clear()
    app = App(browser_of(alice), "https://127.0.0.1/client.json", redirect_uri="http://localhost/callback")
    assert app.opened().status_code == 400
