"""How often what may be tried, and who has to wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from oauth import limits
from oauth.models import User
from oauth.services.sign_in import issue_sign_in_link
from tests.oauth.account.conftest import tried


def refused(answer: Any, *, wait: int) -> bool:
    """Whether somebody was told to wait so many seconds, in words."""
    told = answer.status_code == 429 and "Please wait a little" in answer.text
    return told and answer.headers["Retry-After"] == str(wait)


def exhaust(known: User, browser: Client | None = None) -> None:
    """All the wrong passwords that a stranger has for alice, from ever other networks."""
    for number in range(limits.FAILURES_OF_AN_ACCOUNT):
        answer = tried(browser or Client(), known.username, "wrong", REMOTE_ADDR=f"10.0.0.{number}")
        assert answer.status_code == 200


def test_wrong_passwords_for_an_account_end(client: Client, known: User) -> None:
    exhaust(known)
    for name in ("alice", "alice@example.test", "ALICE"):
        assert refused(tried(client, name, REMOTE_ADDR="10.1.1.1"), wait=300), name
    assert client.get("/").status_code == 302


def test_wrong_passwords_from_a_network_end(client: Client, known: User) -> None:
    for number in range(limits.FAILURES_PER_MINUTE):
        assert tried(Client(), f"nobody{number}", "wrong").status_code == 200
    assert refused(tried(client, "alice"), wait=300)
    assert tried(client, "alice", REMOTE_ADDR="10.2.2.2").url == "/"


def test_right_ones_are_not_counted_against_anybody(known: User) -> None:
    for _ in range(limits.FAILURES_OF_AN_ACCOUNT + 1):
        assert tried(Client(), "alice").url == "/"


def test_the_owner_of_a_locked_account_comes_in_by_their_own_browser(client: Client, known: User) -> None:
    tried(client, "alice")
    client.post("/sign-out")
    exhaust(known)
    assert refused(tried(Client(), "alice", REMOTE_ADDR="10.3.3.3"), wait=300)
    assert tried(client, "alice").url == "/"


def test_the_owner_of_a_locked_account_comes_in_by_a_link(client: Client, known: User) -> None:
    exhaust(known)
    assert client.post(f"/sign-in/link/{issue_sign_in_link(known)}").url == "/"
    client.post("/sign-out")
    assert tried(client, "alice").url == "/"  # the browser is known from now on


def test_a_known_browser_has_no_more_attempts_than_strangers(client: Client, known: User) -> None:
    tried(client, "alice")
    client.post("/sign-out")
    exhaust(known, client)
    assert refused(tried(client, "alice"), wait=300)
    assert tried(Client(), "alice").url == "/"


def test_another_persons_browser_is_a_strangers(client: Client, known: User, charlie: User) -> None:
    client.post(f"/sign-in/link/{issue_sign_in_link(charlie)}")
    client.post("/sign-out")
    exhaust(known)
    assert refused(tried(client, "alice"), wait=300)


def test_a_made_up_cookie_is_nobodys_browser(client: Client, known: User) -> None:
    client.cookies["continuum_browser"] = f"[{known.pk}, 'mine']:forged"
    exhaust(known)
    assert refused(tried(client, "alice"), wait=300)


@pytest.mark.parametrize(
    ("path", "sent", "most"),
    [
        ("/sign-in", {"login": "", "password": ""}, limits.SIGN_INS_PER_MINUTE),
        ("/sign-in/link/none", {}, limits.LINKS_PER_MINUTE),
        ("/sign-in/passkey", {"credential": "{}"}, limits.PASSKEYS_PER_MINUTE),
        ("/sign-up", {"username": ""}, limits.SIGN_UPS_PER_MINUTE),
        ("/sign-up/invitation/none", {}, limits.LINKS_PER_MINUTE),
    ],
)
def test_each_way_in_has_its_limit(client: Client, db: None, path: str, sent: Any, most: int) -> None:
    for _ in range(most):
        assert client.post(path, sent).status_code != 429
    assert refused(client.post(path, sent), wait=60)
    assert client.post(path, sent, REMOTE_ADDR="10.4.4.4").status_code != 429


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize(("what", "wait"), [("code", 300), ("password", 60)])
def test_nobodys_mailbox_is_flooded(known: User, mailoutbox: list[Any], what: str, wait: int) -> None:
    assert limits.CODES_TO_AN_ADDRESS == limits.RESETS_TO_AN_ADDRESS == 3
    for _ in range(3):
        assert Client().post(f"/sign-in/{what}", {"email": known.email}).status_code == 302
    assert refused(Client().post(f"/sign-in/{what}", {"email": known.email.upper()}), wait=wait)
    assert len(mailoutbox) == 3


def test_every_process_counts_on_the_same(known: User) -> None:
    exhaust(known)
    kept = cache._cache.get_client().keys("*login_failed*")  # in Valkey, not in this process
    assert kept and cache._cache.get_client().ttl(kept[0]) <= limits.FAILURE_WINDOW.total_seconds()


def test_codes_of_an_app_cannot_be_tried_for_long(client: Client, known: User, with_app: Callable) -> None:
    with_app(known)
    tried(client, "alice")
    for _ in range(limits.FAILURES_OF_AN_ACCOUNT):
        assert client.post("/sign-in/second-step", {"code": "123"}).status_code == 200
    assert refused(client.post("/sign-in/second-step", {"code": "123"}), wait=300)
