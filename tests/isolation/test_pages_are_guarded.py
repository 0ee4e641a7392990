"""What protects every page, asked of every page: forms from elsewhere, frames, caches, cookies, ways out."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django import forms
from django.http import HttpResponse
from django.test import Client as Browser
from rest_framework.serializers import ModelSerializer

from tests.isolation.asked_by import Round, whole
from tests.isolation.asking import Asker
from tests.isolation.files import FILES, NOT_YET, handed_out
from tests.isolation.requests import asked, takes_json
from tests.isolation.routes import Route
from tests.isolation.stage import Stage
from tests.isolation.table import listed

pytestmark = pytest.mark.timeout(600)
TABLE = listed()
PAGES = [route for route in TABLE if not route.for_programs]
NO_COOKIE_COUNTS = {"oauth/token", "oauth/revoke", "oauth/register", "oauth/register/"}
"""Endpoints for clients: they look at no cookie, so a form from elsewhere is nobody there."""
FOR_ANYBODY = (
    ".well-known/",
    "mcp/.well-known",
    "health",
    "hooks.sha256",
    "connect",
    "api/v1/schema",
    "api/v1/docs",
    "admin/jsi18n",
)
"""Answers that are the same for everybody, and may be kept."""
APART = ("admin/", "api/")
ELSEWHERE = [
    *("https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example", "\\\\evil.example/"),
    *("https:evil.example", "javascript:alert(1)", "http://testserver@evil.example/", "/%09/evil.example"),
    *("\t//evil.example", "https://testserver.evil.example/", "data:text/html,x"),
    "//evil.example\\@testserver/",
]
RETURNING = ("next", "redirect", "return_to", "url", "kept", "onward", "back")
JSON_BODIES = [route for route in TABLE if route.pattern.startswith("api/v1/") and takes_json(route)]


def test_every_form_needs_the_token_that_its_page_gave(stage: Stage) -> None:
    forged = Browser(enforce_csrf_checks=True)
    forged.cookies = stage.browser(stage.alice).cookies.copy()
    values = Round(stage).real
    for route in [
        route for route in PAGES if route.method == "POST" and route.pattern not in NO_COOKIE_COUNTS
    ]:
        assert forged.generic("POST", **asked(route, values)).status_code in {403, 405}, route


def test_no_session_changes_anything_through_the_api_without_the_token(stage: Stage) -> None:
    forged = Browser(enforce_csrf_checks=True)
    forged.cookies = stage.browser(stage.alice).cookies.copy()
    values = Round(stage).real
    for route in [route for route in TABLE if route.for_programs and route.method != "GET"]:
        refused = {401, 403} | ({415} if TABLE[route]["alice"] == "415" else set())
        if TABLE[route]["nobody"] == "401":
            assert forged.generic(route.method, **asked(route, values)).status_code in refused, route


def shown(browser: Browser, route: Route, values: Any) -> Any:
    """The response to a GET, read to its end."""
    answer = browser.generic("GET", **asked(route, values))
    if answer.streaming:
        assert list(answer.streaming_content)
    return answer


TREATED = {"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
POLICY = ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'")


Shown = dict[Route, Any]


def everything(stage: Stage, browser: Browser) -> Shown:
    values = Round(stage).real
    return {route: shown(browser, route, values) for route in TABLE if route.method == "GET"}


@pytest.fixture(scope="module")
def to_alice(stage: Stage) -> Shown:
    """Whatever can be looked at, looked at once."""
    return everything(stage, stage.browser(stage.alice))


@pytest.fixture(scope="module")
def to_nobody(stage: Stage) -> Shown:
    return everything(stage, stage.browser(None))


@pytest.mark.parametrize("who", ["to_nobody", "to_alice"])
def test_every_answer_says_how_it_is_to_be_treated(request: pytest.FixtureRequest, who: str) -> None:
    wrong = []
    for route, answer in request.getfixturevalue(who).items():
        told = answer.headers
        wrong += [f"{route} {name}" for name, value in TREATED.items() if told.get(name) != value]
        ours = told.get("Content-Type", "").startswith("text/html") and not route.pattern.startswith(APART)
        policy = told.get("Content-Security-Policy", "")
        wrong += [f"{route} {rule}" for rule in POLICY if ours and rule not in policy]
    assert wrong == []


def test_no_cache_keeps_what_somebody_was_shown(to_alice: Shown) -> None:
    kept = [
        route.pattern
        for route, answer in to_alice.items()
        if not route.pattern.startswith(FOR_ANYBODY)
        and answer.status_code == 200
        and "no-store" not in answer.headers.get("Cache-Control", "")
    ]
    assert kept == [route for route in kept if route.endswith(".js")]


def test_every_address_that_hands_out_a_file_is_listed(to_alice: Shown) -> None:
    """Files are opened and read by test_answers.py."""
    answers = {route.pattern: answer for route, answer in to_alice.items()}
    assert handed_out(answers) == FILES.keys() - NOT_YET
    unlisted = HttpResponse(headers={"Content-Disposition": "attachment"})
    assert handed_out({**answers, "take/everything": unlisted}) - FILES.keys() == {"take/everything"}


def leads(answer: Any) -> str:
    """Where a browser would go; empty for somewhere here."""
    target = answer.headers.get("Location", "") or answer.headers.get("HX-Redirect", "")
    seen = urlsplit(target.replace("\\", "/").strip())
    away = seen.scheme not in {"", "http", "https"} or seen.netloc not in {"", "testserver", "localhost:8787"}
    return target if away or seen.path.startswith("//") else ""


ONWARD = "/zorblat-onward"
"""A path of our own: whoever can be led anywhere is led there."""


def led(asker: Asker, route: Route, values: dict[str, Any], target: str) -> Any:
    """The answer to a request that asks by every name to be sent on to the target."""
    ways = dict.fromkeys(RETURNING, target)
    request = asked(route, values | ways)
    request["query_params"] = {**request.get("query_params", {}), **ways}
    return asker.response(route.method, request)


def follows(answer: Any) -> bool:
    """Whether it leads to where it was asked to lead, be it by way of another page."""
    told = f"{answer.headers.get('Location', '')} {answer.headers.get('HX-Redirect', '')}"
    return ONWARD in unquote(told)


@pytest.fixture(scope="module")
def leading(stage: Stage) -> list[Route]:
    """Pages whose answer depends on where somebody wants to be led: the others ignore it altogether."""
    asker, values = Asker(stage, user=stage.alice, spare=whole(stage)), Round(stage).real
    ours = [
        route for route in PAGES if not route.pattern.startswith("admin/") and TABLE[route]["alice"] != "405"
    ]
    return [route for route in ours if follows(led(asker, route, values, ONWARD))]


def test_pages_that_lead_on_are_found(leading: list[Route]) -> None:
    """So that the next test asks them."""
    assert "POST /sign-out" in set(map(str, leading)) and len(leading) >= 5


@pytest.mark.parametrize(
    "target", [*ELSEWHERE[:4], *(pytest.param(each, marks=pytest.mark.slow) for each in ELSEWHERE[4:])]
)
def test_no_page_leads_to_where_its_address_says(stage: Stage, leading: list[Route], target: str) -> None:
    asker, values = Asker(stage, user=stage.alice, spare=whole(stage)), Round(stage).real
    for route in leading:
        assert leads(led(asker, route, values, target)) == "", route


def test_what_is_not_named_as_a_field_is_never_stored() -> None:
    """No serializer takes its fields from a table, and the one form that does names them."""
    made = {*subclasses(ModelSerializer), *subclasses(forms.ModelForm)}
    ours = [each for each in made if each.__module__.split(".")[0] in {"memories", "oauth", "continuum"}]
    assert [each.__name__ for each in ours] == ["PolicyForm"]
    assert isinstance(ours[0]._meta.fields, list | tuple)


def subclasses(of: type) -> set[type]:
    return {found for each in of.__subclasses__() for found in {each, *subclasses(each)}}


@pytest.mark.parametrize("route", JSON_BODIES, ids=str)
def test_a_field_that_a_request_does_not_have_is_refused(stage: Stage, route: Route) -> None:
    token = Round(stage, bearer=stage.bearers["token"])
    request = asked(route, token.real)
    body = json.loads(request["data"])
    for field in ("user_id", "workspace_id", "status", "person", "id"):
        if field not in body:
            sent = {**request, "data": json.dumps({**body, field: stage.alice.pk})}
            assert token.asker.ask(route.method, sent).status in {400, 403}, field


@pytest.mark.parametrize("path", ["/api/v1/memories", "/hook/context", "/oauth/register"])
def test_json_as_deep_as_it_likes_is_refused_and_fells_nothing(stage: Stage, path: str) -> None:
    bearer = {"Authorization": f"Bearer {stage.bearers['token']}"}
    for deep in ("[" * 200_000, '{"a":' * 100_000):
        sent = Browser(raise_request_exception=False).post(
            path, deep, content_type="application/json", headers=bearer
        )
        assert sent.status_code in {400, 413}
