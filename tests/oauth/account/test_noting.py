"""What people do with their account is put down, and told to them on its page."""

from __future__ import annotations

import re
from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.test import Client

from oauth import limits
from oauth.models import AccountEvent, User
from oauth.services import account_events as events
from oauth.services.account_history import SENTENCES
from oauth.services.sign_in import issue_sign_in_link
from tests.oauth.account.conftest import PASSWORD, app_code, tried


def actions() -> list[str]:
    return list(AccountEvent.objects.order_by("sequence").values_list("action", flat=True))


def test_signing_in_with_the_ways_that_it_took(
    client: Client, known: User, with_app: Callable[[User], str]
) -> None:
    secret = with_app(known)
    tried(client, "alice")
    assert actions() == []
    client.post("/sign-in/second-step", {"code": app_code(secret)})
    event = AccountEvent.objects.get()
    assert (event.action, event.details) == (events.SIGNED_IN, {"ways": ["password", "mfa"]})


def test_signing_in_by_a_link(client: Client, alice: User) -> None:
    client.post(f"/sign-in/link/{issue_sign_in_link(alice)}")
    event = AccountEvent.objects.get()
    assert (event.action, event.details) == (events.SIGNED_IN, {"ways": ["link"]})


def test_too_many_failed_attempts_once_however_many_follow(client: Client, known: User) -> None:
    for number in range(limits.FAILURES_OF_AN_ACCOUNT + 3):
        tried(client, "alice", "wrong", REMOTE_ADDR=f"10.0.0.{number}")
    tried(client, "nobody", "wrong")
    assert actions() == [events.SIGN_IN_LIMITED]


def test_a_password_changed(client: Client, known: User) -> None:
    tried(client, "alice")
    new = "another correct horse"
    client.post("/account/password", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert actions() == [events.SIGNED_IN, events.PASSWORD_CHANGED]


def test_an_app_added_with_its_codes_and_removed(committed: None, client: Client, known: User) -> None:
    client.post(f"/sign-in/link/{issue_sign_in_link(known)}")
    secret = re.search(r'id="authenticator_secret"[^>]*>([A-Z2-7]+)<', client.get("/account/app").text)
    client.post("/account/app", {"code": app_code(secret[1])})
    client.post("/account/app/remove")
    assert actions() == [
        events.SIGNED_IN,
        events.APP_ADDED,
        events.CODES_MADE,
        events.APP_REMOVED,
        events.CODES_REMOVED,
    ]


def test_a_signed_up_account_begins_with_that(
    client: Client, db: None, sign_up: Callable[[str], None]
) -> None:
    sign_up("open")
    asked = {"username": "dora", "email": "dora@example.test", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/sign-up", asked)
    assert User.objects.filter(username="dora").exists()
    assert actions()[0] == events.OPENED


def test_staff_who_takes_a_second_step_away_is_seen(client: Client, known: User) -> None:
    passkey = Authenticator.objects.create(
        user=known, type=Authenticator.Type.WEBAUTHN, data={"name": "Laptop"}
    )
    client.force_login(User.objects.create_superuser("staff"))
    client.post(f"/admin/mfa/authenticator/{passkey.pk}/delete/", {"post": "yes"})
    event = AccountEvent.objects.get()
    assert (event.user_id, event.action, event.details) == (known.pk, events.PASSKEY_REMOVED, {"by": "staff"})


def test_the_account_tells_what_happened_in_words(client: Client, known: User) -> None:
    tried(client, "alice")
    page = client.get("/account").text
    assert "What happened lately" in page and "Signed in" in page


def test_there_are_words_for_everything_that_can_happen_while_somebody_is_there() -> None:
    known = {value for name, value in vars(events).items() if name.isupper() and isinstance(value, str)}
    assert known - set(SENTENCES) == {events.CLOSED, events.CUT_OFF, events.RETENTION}
