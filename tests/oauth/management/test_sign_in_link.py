"""`manage.py sign_in_link`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from oauth.models import User
from oauth.services.sign_in import redeem_sign_in_link


def _printed(*arguments: str) -> str:
    out = StringIO()
    call_command("sign_in_link", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def test_it_prints_an_address_that_signs_the_owner_in(db: None) -> None:
    address = _printed()
    assert address.startswith("http://localhost:8787/sign-in/link/")
    assert redeem_sign_in_link(address.rsplit("/", 1)[1]).username == "owner"


def test_it_signs_in_whom_it_is_told(alice: User) -> None:
    assert redeem_sign_in_link(_printed("alice").rsplit("/", 1)[1]) == alice


def test_a_stranger_gets_no_link(db: None) -> None:
    with pytest.raises(CommandError, match="createsuperuser"):
        _printed("nobody")


def test_elsewhere_than_at_home_it_must_be_told_whom(db: None, settings) -> None:
    settings.LOCAL_PROFILE = False
    with pytest.raises(CommandError, match="NAME"):
        _printed()
