"""Every address of the dashboard: by the right method, for who is signed in, and told in a page otherwise."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from memories.dashboard import urls
from tests.memories.dashboard.odd import LOOKED_AT, PRESSED

AS_A_BROWSER = {"Accept": "text/html,*/*;q=0.8"}
OPEN = {"connect"}  # for agents, and so without signing in
FILLED = {"uuid": str(UUID(int=0)), "int": "1"}
PATHS = {
    f"/{re.sub('<([a-z]+):[a-z_]+>', lambda found: FILLED[found[1]], str(each.pattern))}": each.name
    for each in urls.urlpatterns
}
every_path = pytest.mark.parametrize("path", PATHS)


def shape(path: str) -> str:
    """An address without what it names."""
    return re.sub(r"/(\{\w+\}|0{8}-[0-9-]+|1)(?=/|$)", "/*", path.partition("?")[0])


def test_every_address_is_asked_for_oddly() -> None:
    asked = {shape(path) for path in (*LOOKED_AT, *PRESSED)}
    assert {shape(path) for path, name in PATHS.items() if name not in OPEN} - asked == {"/tokens/*/revoke"}


@every_path
def test_a_wrong_method_is_told_in_a_page(browser: Client, path: str) -> None:
    for method in ("get", "post", "put", "delete", "options", "patch"):
        answer = getattr(browser, method)(path, headers=AS_A_BROWSER)
        if answer.status_code == 405:
            assert '<main id="main"' in answer.text and answer.headers["Allow"]
        assert answer.status_code < 500


@every_path
def test_a_head_is_the_page_without_its_words(browser: Client, path: str) -> None:
    asked, head = browser.get(path), browser.head(path)
    assert (asked.status_code, head.content) == (head.status_code, b"")


@every_path
def test_a_stranger_is_asked_to_sign_in(db: None, path: str) -> None:
    stranger = Client()
    for method in (stranger.get, stranger.post):
        answer = method(path)
        assert PATHS[path] in OPEN or answer.status_code == 405 or "/sign-in" in answer.headers["Location"]


@every_path
def test_a_form_without_its_token_does_nothing(browser: Client, path: str) -> None:
    checked = Client(enforce_csrf_checks=True)
    checked.cookies = browser.cookies
    answer = checked.post(path, headers=AS_A_BROWSER)
    assert answer.status_code == 403 and "Please try again" in answer.text


def test_who_was_signed_out_comes_back_to_the_page_with_the_button(db: None) -> None:
    stranger = Client()
    for page, back in (
        ("http://testserver/memory?name=tea", "/memory%3Fname%3Dtea"),
        ("https://evil.example/x", "/"),
        ("http://testserver//evil.example", "/"),
        ("", "/"),
    ):
        answer = stranger.post("/memory/archive", {"name": "tea"}, headers={"Referer": page})
        assert answer.headers["Location"] == f"/sign-in?next={back}"
    assert "nothing was done" in stranger.get(answer.headers["Location"]).text
