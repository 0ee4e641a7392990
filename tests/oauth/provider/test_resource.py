"""Resource indicators (RFC 8707): our one resource in its spellings, and no token for any other."""

from __future__ import annotations

import pytest
from django.test import override_settings

from oauth.models import AuthorizationCode, TokenPair
from oauth.services.resources import are_ours
from tests.oauth.provider.conftest import ISSUER, RESOURCE, App, refusal, told
from tests.oauth.provider.test_tokens import opens

OURS = [RESOURCE, f"{RESOURCE}/", ISSUER, f"{ISSUER}/", "HTTP://LOCALHOST:8787/mcp"]
OTHERS = [
    "https://other.example/mcp",
    "http://localhost:8788/mcp",
    "https://localhost:8787/mcp",
    f"{RESOURCE}/more",
    f"{RESOURCE}x",
    f"{RESOURCE}?x=1",
    f"{RESOURCE}#x",
    "http://localhost:8787@evil.example/mcp",
    "http://user@localhost:8787/mcp",
    "http://localhost:8787.evil.example/mcp",
    "http://localhost:notaport/mcp",
    "mcp",
    "urn:x",
    "",
]


@pytest.mark.parametrize("asked", [*OURS, None])
def test_every_spelling_of_ours_gives_a_token_for_ours(app: App, asked: str | None) -> None:
    answer = app.exchanged(app.code(resource=asked), resource=asked)
    assert opens(answer.json()["access_token"])
    assert TokenPair.objects.get().resource == RESOURCE


@pytest.mark.parametrize("asked", OTHERS)
def test_another_resource_is_refused_before_anybody_is_asked(app: App, asked: str) -> None:
    for answer in (app.opened(resource=asked), app.decided(resource=asked)):
        sent = told(answer)
        assert (sent["error"], sent["state"], sent["iss"]) == ("invalid_target", "a state", ISSUER)
    assert not AuthorizationCode.objects.exists()


@pytest.mark.parametrize("asked", OTHERS)
def test_another_resource_is_refused_at_the_exchange(app: App, asked: str) -> None:
    code = app.code()
    assert refusal(app.exchanged(code, resource=asked)) == "invalid_target"
    assert app.exchanged(code).status_code == 200


def test_one_foreign_resource_among_ours_is_too_many(app: App) -> None:
    asked = {**app.asking(), "resource": [RESOURCE, "https://other.example/mcp"]}
    assert told(app.browser.get("/oauth/authorize", asked))["error"] == "invalid_target"
    both = {**app.asking(), "resource": [RESOURCE, ISSUER]}
    assert app.browser.get("/oauth/authorize", both).status_code == 200


def test_a_token_is_no_good_for_another_audience(app: App) -> None:
    access = app.connected()["access_token"]
    assert opens(access)
    for audience in ("", ISSUER, "https://other.example/mcp"):
        assert not opens(access, audience=audience)


def test_a_token_of_the_old_address_is_no_good_at_the_new_one(app: App) -> None:
    access = app.connected()["access_token"]
    assert not opens(access, audience="https://memory.example.com/mcp")


def test_the_api_takes_no_token_that_is_for_the_mcp_endpoint(app: App) -> None:
    bearer = {"authorization": f"Bearer {app.connected()['access_token']}"}
    answer = app.http.get("/api/v1/memories", headers=bearer)
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("asked", ["https://memory.example.com/mcp", "https://memory.example.com:443"])
def test_a_default_port_is_no_difference(asked: str) -> None:
    with override_settings(PUBLIC_URL="https://memory.example.com"):
        assert are_ours([asked])
