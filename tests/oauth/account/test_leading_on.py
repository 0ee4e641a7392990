"""A stranger on the consent page signs in, whatever the way, and comes back to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from oauth.models import User
from oauth.services.sign_in import issue_sign_in_link
from tests.oauth.account.conftest import app_code, mailed_code, tried
from tests.oauth.provider.conftest import WEB_CALLBACK, App, registered


@pytest.fixture
def app(db: None, client: Client) -> App:
    """A client whose person is not signed in."""
    known = registered(Client(), client_name="Claude Code").json()
    return App(browser=client, client_id=known["client_id"])


def stranger_at(app: App, **changed: str) -> tuple[str, str]:
    """The address of the page for signing in, and of the consent page that it leads back to."""
    answer = app.opened(**changed)
    assert answer.status_code == 302 and answer.url.startswith("/sign-in?next=/oauth/authorize")
    return answer.url, answer.wsgi_request.get_full_path()


def arrived(app: App, address: str) -> bool:
    page = app.browser.get(address)
    return page.status_code == 200 and "Let Claude Code in?" in page.text


def test_by_password(app: App, known: User) -> None:
    address, consent = stranger_at(app)
    assert f'name="next" value="{consent.replace("&", "&amp;")}"' in app.browser.get(address).text
    assert tried(app.browser, "alice", data={"next": consent}).url == consent
    assert arrived(app, consent)


def test_by_password_and_app(app: App, known: User, with_app: Callable[[User], str]) -> None:
    secret, (_, consent) = with_app(known), stranger_at(app)
    assert tried(app.browser, "alice", data={"next": consent}).url == "/sign-in/second-step"
    app.browser.post("/sign-in/second-step", {"code": "000"})
    assert app.browser.post("/sign-in/second-step", {"code": app_code(secret)}).url == consent
    assert arrived(app, consent)


def test_by_a_mailed_code_and_an_app(
    app: App, known: User, with_app: Callable[[User], str], with_mail: None
) -> None:
    secret, (_, consent) = with_app(known), stranger_at(app)
    asked = app.browser.post("/sign-in/code", {"email": known.email, "next": consent})
    answer = app.browser.post(asked.url, {"code": mailed_code()})
    assert answer.url == "/sign-in/second-step"
    assert app.browser.post("/sign-in/second-step", {"code": app_code(secret)}).url == consent
    assert arrived(app, consent)


def test_by_link(app: App, alice: User) -> None:
    _, consent = stranger_at(app)
    assert app.browser.post(f"/sign-in/link/{issue_sign_in_link(alice)}").url == consent
    assert arrived(app, consent)


def test_the_form_may_lead_to_the_client_when_the_answer_is_no(app: App, known: User) -> None:
    address, consent = stranger_at(app, scope="", response_type="token")
    rules = app.browser.get(address).headers["Content-Security-Policy"]
    assert "form-action 'self' https://client.example" in rules
    assert tried(app.browser, "alice", data={"next": consent}).url == consent
    assert app.browser.get(consent).headers["Location"].startswith(WEB_CALLBACK)


def test_the_second_steps_form_may_lead_there_too(app: App, known: User, with_app: Callable) -> None:
    with_app(known)
    tried(app.browser, "alice", data={"next": stranger_at(app)[1]})
    rules = app.browser.get("/sign-in/second-step").headers["Content-Security-Policy"]
    assert "https://client.example" in rules


@pytest.mark.parametrize(
    "onward",
    [
        "/account",
        "https://evil.example/oauth/authorize?redirect_uri=https://evil.example",
        "/oauth/authorize",
    ],
)
def test_otherwise_forms_lead_to_us_alone(client: Client, db: None, onward: str) -> None:
    rules = client.get("/sign-in", {"next": onward}).headers["Content-Security-Policy"]
    assert rules.endswith("form-action 'self'")


@pytest.mark.parametrize(
    "uri", ["javascript:alert(1)", "https://a.example; script-src *", "data:text/html,x"]
)
def test_no_address_smuggles_a_rule_in(client: Client, db: None, uri: str) -> None:
    asked = client.get("/sign-in", {"next": f"/oauth/authorize?redirect_uri={uri.replace(';', '%3B')}"})
    assert asked.headers["Content-Security-Policy"].endswith("form-action 'self'")
