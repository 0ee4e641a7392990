"""Who has an account is told to nobody who asks: not by words, not by the work that an answer takes.

Work is compared, not time: statements, hashes of passwords, and messages that are sent before the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oauth.account import posting
from oauth.models import Invitation, SignInLink, User
from oauth.services.invitations import invite
from oauth.services.sign_in import issue_sign_in_link

NOBODYS = "nobodys@example.test"
NOISE = re.compile(r'csrfmiddlewaretoken" value="\w+"')
LOOK_UPS = 2
"""Statements more or less that nobody can time from outside: reading a row or two by index."""


@dataclass(frozen=True)
class Told:
    """An answer, and what it took."""

    status: int
    where: str
    text: str
    hashes: int
    statements: int
    mails: int


def alike(one: Told, other: Told) -> bool:
    """The same words after the same work, but for a look-up or two."""
    level = replace(one, statements=other.statements)
    return level == other and abs(one.statements - other.statements) <= LOOK_UPS


class Later(Executor):
    """Keeps what is to be done until the test has it done."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.waiting.append(lambda: fn(*args, **kwargs))
        return Future()

    def carry_out(self) -> None:
        while self.waiting:
            self.waiting.pop()()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    made = Later()
    monkeypatch.setattr(posting, "POST", made)
    return made


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(password)
        return str(encode(hasher, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.fixture
def asked(hashed: list[str], later: Later) -> Callable[..., Told]:
    """Somebody who comes for the first time asks; all that differs by what they sent is taken out."""

    def ask(path: str, sent: dict[str, str], *, method: str = "post") -> Told:
        cache.clear()
        browser = Client()
        browser.get("/sign-in")
        before, mails = len(hashed), len(mail.outbox)
        with CaptureQueriesContext(connection) as done:
            answer = getattr(browser, method)(path, sent)
        text = NOISE.sub("", answer.text)
        for value in sorted(sent.values(), key=len, reverse=True):
            text = text.replace(value, "SENT")
        return Told(
            answer.status_code,
            answer.headers.get("Location", ""),
            text,
            len(hashed) - before,
            len(done),
            len(mail.outbox) - mails,
        )

    return ask


@pytest.fixture
def people(known: User, charlie: User) -> User:
    """Alice has a password and an address that is known to be hers, charlie has neither, dora was here."""
    EmailAddress.objects.create(user=known, email=known.email, verified=True, primary=True)
    User.objects.create_user("dora", email="dora@example.test", password="once good", is_active=False)
    return known


@pytest.mark.parametrize("login", ["alice", "charlie", "dora", "alice@example.test", "charlie@example.test"])
def test_signing_in_with_a_wrong_password(people: User, asked: Callable[..., Told], login: str) -> None:
    nobody = NOBODYS if "@" in login else "nobodys"
    there = asked("/sign-in", {"login": login, "password": "a wrong one"})
    none = asked("/sign-in", {"login": nobody, "password": "a wrong one"})
    assert alike(there, none) and there.hashes == 1


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize("path", ["/sign-in/password", "/sign-in/code"])
@pytest.mark.parametrize("email", ["alice@example.test", "charlie@example.test", "dora@example.test"])
def test_asking_for_mail(people: User, asked: Callable[..., Told], path: str, email: str) -> None:
    asked(path, {"email": email})  # the first time charlie's address is noted as one
    there, none = asked(path, {"email": email}), asked(path, {"email": NOBODYS})
    assert alike(there, none) and there.mails == 0


@pytest.mark.usefixtures("with_mail")
def test_a_message_waits_for_nobody_and_nobody_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real thing, in threads of its own; an error of any kind is told to the log alone."""
    sent, answered = Event(), Event()
    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(posting, "POST", threads)
        posting.post(lambda: answered.wait(10) and sent.set())
        assert not sent.is_set()
        answered.set()
    assert sent.is_set()


@pytest.mark.usefixtures("with_mail")
def test_what_somebody_asked_for_is_sent_after_the_answer(
    people: User, asked: Callable[..., Told], later: Later
) -> None:
    assert asked("/sign-in/password", {"email": people.email}).mails == 0
    later.carry_out()
    assert [message.to for message in mail.outbox] == [[people.email]]


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize("path", ["/sign-in/password", "/sign-in/code"])
def test_a_mail_server_that_is_away_tells_nothing(
    people: User, asked: Callable[..., Told], settings: Any, caplog: Any, path: str
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    assert alike(asked(path, {"email": people.email}), asked(path, {"email": NOBODYS}))
    posting.POST.carry_out()  # type: ignore[attr-defined]
    assert "mail could not be sent" in caplog.text and people.email not in caplog.text


@pytest.mark.usefixtures("with_mail")
def test_making_an_account_with_an_address_that_is_taken(
    people: User, asked: Callable[..., Told], sign_up: Callable[[str], None], later: Later
) -> None:
    """Statements differ, since an account is made; what takes long does not."""
    sign_up("open")
    sent = {"username": "emil", "password1": "correct horse battery"}
    taken = asked("/sign-up", {**sent, "email": people.email})
    free = asked("/sign-up", {**sent, "email": NOBODYS})
    assert taken == replace(free, statements=taken.statements) and taken.hashes == 1
    assert len(later.waiting) == 2


@pytest.mark.parametrize("path", ["/sign-up/invitation/{}", "/join/{}", "/sign-in/link/{}"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_is_over_and_one_that_never_was(
    alice: User, asked: Callable[..., Told], path: str, method: str
) -> None:
    invited, link = invite(note="for Dora"), issue_sign_in_link(alice)
    Invitation.objects.update(expires_at="2020-01-01T00:00Z")
    SignInLink.objects.update(expires_at="2020-01-01T00:00Z")
    over, never = (link if "link" in path else invited), "Q" * len(invited)
    told = [asked(path.format(secret), {}, method=method) for secret in (over, never)]
    texts = [each.text.replace(secret, "") for each, secret in zip(told, (over, never), strict=True)]
    assert texts[0] == texts[1] and replace(told[0], text="") == replace(told[1], text="")
