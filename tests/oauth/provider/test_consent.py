"""The authorization endpoint: what a person sees, what a click grants, and where everything else ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client as Browser

from memories import access
from memories.models import Mode
from memories.services.workspaces import change_workspace
from oauth.models import AuthorizationCode, Client, Connection, User
from oauth.returning import COOKIE
from oauth.services.sign_in import issue_sign_in_link
from tests.conftest import person_actor
from tests.oauth.provider.conftest import CHALLENGE, GRANT, ISSUER, WEB_CALLBACK, App, browser_of, told


def form_action(page: Any) -> list[str]:
    rules = dict(rule.split(" ", 1) for rule in page.headers["Content-Security-Policy"].split("; "))
    return str(rules["form-action"]).split()


def test_the_page_names_the_client_and_where_the_answer_goes(app: App) -> None:
    page = app.opened()
    assert page.status_code == 200
    assert "Claude Code" in page.text and "client.example" in page.text
    assert "its own claim" in page.text and "alice" in page.text
    assert "no-store" in page.headers["Cache-Control"]


def test_a_loopback_address_is_called_a_program_on_this_computer(new_app: Callable[..., App]) -> None:
    page = new_app(redirect_uris=["http://localhost:3118/callback"]).opened()
    assert "localhost:3118" in page.text and "program on this computer" in page.text


def test_a_scheme_of_an_app_is_shown_as_such(new_app: Callable[..., App]) -> None:
    page = new_app(redirect_uris=["cursor://anysphere.cursor-mcp/oauth/callback"]).opened()
    assert "cursor:" in page.text and "opens such links" in page.text


def test_a_name_cannot_write_into_the_page(new_app: Callable[..., App]) -> None:
    page = new_app(client_name='<script>alert("x")</script>').opened()
    assert "<script>" not in page.text and "&lt;script&gt;" in page.text


def test_the_name_of_a_client_without_one_is_its_id(new_app: Callable[..., App]) -> None:
    app = new_app(client_name=None)
    assert app.client_id in app.opened().text


@pytest.mark.parametrize(
    ("uri", "source"),
    [
        (WEB_CALLBACK, "https://client.example"),
        ("http://127.0.0.1:33418/", "http://127.0.0.1:33418"),
        ("http://[::1]:8080/cb", "http://[::1]:8080"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor:"),
        ("https://claude.ai/api/mcp/auth_callback", "claude:"),
        ("https://vscode.dev/redirect", "vscode:"),
        ("com.example.app:/oauth", "com.example.app:"),
    ],
)
def test_the_pages_policy_lets_the_form_lead_to_the_client(
    new_app: Callable[..., App], uri: str, source: str
) -> None:
    page = new_app(redirect_uris=[uri]).opened()
    assert {"'self'", source} <= set(form_action(page))
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_a_stranger_signs_in_first_and_comes_back(app: App) -> None:
    answer = Browser().get("/oauth/authorize", app.asking())
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/sign-in?next=/oauth/authorize%3F")


def test_a_sign_in_link_leads_back_to_the_page(app: App, alice: User) -> None:
    stranger = Browser()
    stranger.get("/oauth/authorize", app.asking())
    link = f"/sign-in/link/{issue_sign_in_link(alice)}"
    answer = stranger.post(link)
    assert answer.headers["Location"].startswith("/oauth/authorize?")
    assert "Let Claude Code in?" in stranger.get(answer.headers["Location"]).text
    stranger.post("/sign-out")
    assert stranger.post(f"/sign-in/link/{issue_sign_in_link(alice)}").headers["Location"] == "/"


def test_a_forged_cookie_leads_nowhere(alice: User) -> None:
    stranger = Browser()
    stranger.cookies[COOKIE] = "https://evil.example/:forged"
    assert stranger.post(f"/sign-in/link/{issue_sign_in_link(alice)}").headers["Location"] == "/"


def test_allowing_sends_back_a_code_with_state_and_issuer(app: App) -> None:
    answer = app.decided()
    assert answer.headers["Location"].startswith(f"{WEB_CALLBACK}?")
    sent = told(answer)
    assert set(sent) == {"code", "state", "iss"}
    assert (sent["state"], sent["iss"]) == ("a state", ISSUER)


@pytest.mark.parametrize("decision", ["deny", "", "nonsense"])
def test_denying_tells_the_client_with_state_and_issuer(app: App, decision: str) -> None:
    sent = told(app.decided({"decision": decision}))
    assert sent == {"error": "access_denied", "state": "a state", "iss": ISSUER}
    assert not Connection.objects.exists()


def test_what_is_ticked_is_granted_and_nothing_else(app: App, alice: User) -> None:
    app.code({"workspaces": ["team"], "permissions": ["memory:read"], "mode": "review"})
    granted = Connection.objects.get()
    assert granted.user == alice
    assert granted.workspaces == [person_actor(alice).workspaces["team"]] and not granted.every_workspace
    assert (granted.permissions, granted.toolsets) == (["memory:read"], ["memory"])
    assert granted.mode == Mode.REVIEW


def test_all_workspaces_can_be_granted_with_those_to_come(app: App) -> None:
    app.code({"workspaces": ["*"]})
    assert Connection.objects.get().every_workspace


@pytest.mark.parametrize(
    "wrong",
    [
        {"workspaces": []},
        {"permissions": []},
        {"toolsets": []},
        {"mode": ""},
        {"mode": "whatever"},
        {"workspaces": ["not mine"]},
        {"permissions": ["admin"]},
        {"permissions": ["memory:review"]},  # exists, and was not asked for
        {"toolsets": ["nonsense"]},
    ],
)
def test_what_cannot_be_granted_shows_the_page_again(app: App, wrong: dict[str, Any]) -> None:
    page = app.decided(wrong)
    assert page.status_code == 400 and "Tick at least one" in page.text
    assert form_action(page)
    assert not Connection.objects.exists() and not AuthorizationCode.objects.exists()


@pytest.mark.parametrize("together", [["memory", "frank"], ["continuum", "frank"], ["advanced", "continuum"]])
def test_toolsets_that_cannot_be_had_together_are_refused_in_words(app: App, together: list[str]) -> None:
    page = app.decided({"toolsets": together})
    assert page.status_code == 400 and "take the place of all others" in page.text
    assert "Tick at least one" not in page.text
    for name in together:  # what was ticked stays ticked
        assert re.search(rf'value="{name}"[^>]* checked', page.text), name
    assert not Connection.objects.exists()


def test_the_page_says_beforehand_that_an_earlier_system_is_had_alone(app: App) -> None:
    page = app.opened().text
    ours, _, theirs = page.partition("the tools of one such system and nothing else")
    assert 'value="advanced"' in ours and 'value="frank"' in theirs and 'value="frank"' not in ours


def test_one_earlier_system_alone_is_granted(app: App) -> None:
    app.code({"toolsets": ["frank"]})
    assert Connection.objects.get().toolsets == ["frank"]


def test_the_form_cannot_change_what_was_asked_for(app: App) -> None:
    fields = {**GRANT, "redirect_uri": "https://evil.example/", "client_id": "other", "state": "forged"}
    answer = app.browser.post("/oauth/authorize", fields, query_params=app.asking())
    assert answer.headers["Location"].startswith(f"{WEB_CALLBACK}?")
    assert told(answer)["state"] == "a state"


def test_the_decision_needs_the_pages_own_token(app: App, alice: User) -> None:
    strict = Browser(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post("/oauth/authorize", GRANT, query_params=app.asking()).status_code == 403


def test_consent_is_asked_each_time(app: App) -> None:
    app.connected()
    for more in ({}, {"approval_prompt": "auto"}, {"prompt": "login"}):
        assert "Let Claude Code in?" in app.opened(**more).text


def test_consent_given_again_takes_the_place_of_the_last(app: App) -> None:
    app.connected()
    app.connected({"permissions": ["memory:read"]})
    assert Connection.objects.get().permissions == ["memory:read"]


@pytest.mark.parametrize(("signed_in", "error"), [(True, "consent_required"), (False, "login_required")])
def test_who_must_not_be_asked_is_sent_back(app: App, signed_in: bool, error: str) -> None:
    app.browser = app.browser if signed_in else Browser()
    assert told(app.opened(prompt="none")) == {"error": error, "state": "a state", "iss": ISSUER}


@pytest.mark.parametrize("signed_in", [True, False])
def test_who_must_not_be_asked_is_not_sent_just_anywhere(app: App, signed_in: bool) -> None:
    app.browser = app.browser if signed_in else Browser()
    page = app.opened(prompt="none", redirect_uri="https://evil.example/")
    assert page.status_code == 400 and "Location" not in page.headers


@pytest.mark.parametrize("client_id", ["unknown", "", "\x00", "https://client.example/unknown.json"])
def test_an_unknown_client_gets_a_page_with_a_hint(app: App, client_id: str) -> None:
    page = app.opened(client_id=client_id)
    assert page.status_code == 400 and "Location" not in page.headers
    assert "add it again" in page.text


@pytest.mark.parametrize("query", ["client_id=%zz", "client_id=a&client_id=b", "x=%ff"])
def test_what_no_client_sends_is_400(app: App, query: str) -> None:
    assert app.browser.get(f"/oauth/authorize?{query}").status_code == 400


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),  # which stands for plain
        ({"code_challenge_method": "s256"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": CHALLENGE + "="}, "invalid_request"),
        ({"response_type": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unsupported_response_type"),
    ],
)
def test_a_weaker_request_is_sent_back_with_state_and_issuer(
    app: App, changed: dict[str, Any], error: str
) -> None:
    for answer in (app.opened(**changed), app.decided(**changed)):
        sent = told(answer)
        assert (sent["error"], sent["state"], sent["iss"]) == (error, "a state", ISSUER)
    assert not AuthorizationCode.objects.exists()


def test_without_a_state_none_is_sent_back(app: App) -> None:
    assert set(told(app.decided(state=None))) == {"code", "iss"}
    assert set(told(app.decided({"decision": "deny"}, state=None))) == {"error", "iss"}


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("memory:read", {"memory:read"}),
        ("memory:read openid offline_access profile", {"memory:read"}),
        (" memory:read  memory:write ", {"memory:read", "memory:write"}),
        ("openid mcp", {"memory:read", "memory:write", "memory:forget", "memory:review", "web"}),
        (None, {"memory:read", "memory:write", "memory:forget", "memory:review", "web"}),
    ],
)
def test_unknown_scopes_are_dropped(app: App, asked: str | None, offered: set[str]) -> None:
    form = app.opened(scope=asked).context["form"]
    assert {value for value, _ in form.fields["permissions"].choices} == offered


def test_approving_its_own_proposals_is_never_ticked_beforehand(app: App) -> None:
    form = app.opened(scope=None).context["form"]
    assert form.initial["permissions"] == ["memory:read", "memory:write", "memory:forget"]


@pytest.mark.parametrize("mode", [Mode.REVIEW, Mode.AUTO])
def test_the_mode_offered_first_is_the_default_workspaces(app: App, alice: User, mode: Mode) -> None:
    with access.acting(person_actor(alice)) as person:
        change_workspace(person, workspace="default", mode=mode)
    assert app.opened().context["form"].initial["mode"] == mode


def test_only_ones_own_workspaces_are_offered(app: App, charlie: User) -> None:
    app.browser = browser_of(charlie)
    assert [value for value, _ in app.opened().context["form"].fields["workspaces"].choices] == [
        "default",
        "*",
    ]


@pytest.mark.parametrize("decision", ["allow", "deny"])
def test_an_issuer_in_the_registered_address_does_not_pass_for_ours(
    new_app: Callable[..., App], decision: str
) -> None:
    app = new_app(redirect_uris=["https://client.example/cb?iss=https%3A%2F%2Fother.example&a=b"])
    query = urlsplit(app.decided({"decision": decision}).headers["Location"]).query
    assert [value for name, value in parse_qsl(query) if name == "iss"] == [ISSUER]
    assert ("a", "b") in parse_qsl(query)


def test_nobody_learns_from_the_page_whether_a_client_is_known_elsewhere(app: App) -> None:
    Client.objects.all().delete()
    assert app.opened().status_code == app.opened(client_id="never").status_code == 400
