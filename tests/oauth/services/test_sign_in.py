"""One-time links: once, soon, and for the right person."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from oauth.models import SignInLink, User
from oauth.services.sign_in import (
    LINK_LIFETIME,
    is_open_link,
    issue_sign_in_link,
    link_address,
    redeem_sign_in_link,
)


def test_a_link_signs_its_person_in(alice: User, charlie: User) -> None:
    issue_sign_in_link(charlie)
    assert redeem_sign_in_link(issue_sign_in_link(alice)) == alice


def test_a_link_works_once(alice: User) -> None:
    secret = issue_sign_in_link(alice)
    redeem_sign_in_link(secret)
    assert not is_open_link(secret)
    with pytest.raises(Unauthorized):
        redeem_sign_in_link(secret)


def test_asking_does_not_use_a_link_up(alice: User) -> None:
    secret = issue_sign_in_link(alice)
    assert is_open_link(secret) and is_open_link(secret)
    assert redeem_sign_in_link(secret) == alice


def test_a_link_expires(alice: User) -> None:
    secret = issue_sign_in_link(alice)
    row = SignInLink.objects.get()
    assert row.expires_at - timezone.now() <= LINK_LIFETIME == timedelta(minutes=15)
    SignInLink.objects.update(expires_at=timezone.now())
    with pytest.raises(Unauthorized):
        redeem_sign_in_link(secret)


def test_a_link_of_a_closed_account_opens_nothing(alice: User) -> None:
    secret = issue_sign_in_link(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Unauthorized):
        redeem_sign_in_link(secret)


def test_the_secret_is_not_stored(alice: User) -> None:
    secret = issue_sign_in_link(alice)
    assert secret not in str(vars(SignInLink.objects.get()))
    assert link_address(secret) == f"http://localhost:8787/sign-in/link/{secret}"


def test_dead_links_are_swept_away(alice: User) -> None:
    issue_sign_in_link(alice)
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(days=2))
    issue_sign_in_link(alice)
    assert SignInLink.objects.count() == 1


def test_of_many_at_once_one_gets_in(committed: None, alice: User) -> None:
    secret = issue_sign_in_link(alice)

    def attempt(_: int) -> bool:
        try:
            redeem_sign_in_link(secret)
        except Unauthorized:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(8))) == 1
