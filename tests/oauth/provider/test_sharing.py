"""Pages of any origin may read what needs no cookie, and ask beforehand."""

from __future__ import annotations

import pytest
from django.test import Client as Browser

from oauth.models import User
from tests.oauth.provider.conftest import App
from tests.oauth.provider.test_metadata import RESOURCE_PATHS, SERVER_PATHS

PAGE = {"origin": "https://playground.example"}
POSTED = ["/oauth/token", "/oauth/register", "/oauth/revoke"]


@pytest.mark.parametrize("path", SERVER_PATHS + RESOURCE_PATHS + POSTED)
def test_a_browser_may_ask_beforehand(path: str) -> None:
    asked = {
        **PAGE,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    answer = Browser().options(path, headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    wanted = "POST" if path in POSTED else "GET"
    assert wanted in answer.headers["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("path", SERVER_PATHS + RESOURCE_PATHS)
def test_a_page_reads_the_documents(path: str) -> None:
    assert Browser().get(path, headers=PAGE).headers["Access-Control-Allow-Origin"] == "*"


def test_a_page_exchanges_and_reads_refusals(app: App) -> None:
    app.http = Browser(headers=PAGE)
    for answer in (
        app.exchanged(app.code()),
        app.exchanged("nonsense"),
        app.post("/oauth/revoke", token="x"),
    ):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "WWW-Authenticate" in answer.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", SERVER_PATHS + RESOURCE_PATHS + POSTED)
def test_no_credentials_are_borrowed(path: str) -> None:
    assert "Access-Control-Allow-Credentials" not in Browser().options(path, headers=PAGE).headers


def test_the_page_where_a_person_decides_is_shared_with_nobody(app: App, alice: User) -> None:
    assert "Access-Control-Allow-Origin" not in app.browser.get(
        "/oauth/authorize", app.asking(), headers=PAGE
    )


def test_these_endpoints_need_no_csrf_token_and_look_at_no_cookie(app: App) -> None:
    strict = Browser(enforce_csrf_checks=True)
    strict.cookies["continuum_session"] = "whatever"
    app.http = strict
    answer = app.exchanged(app.code())
    assert answer.status_code == 200 and not answer.cookies
