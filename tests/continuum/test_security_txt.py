"""/.well-known/security.txt says whom to tell of a weakness."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from continuum.watch_settings import security_contacts

PATH = "/.well-known/security.txt"
CONTACTS = ["mailto:security@example.com", "https://example.com/security"]


@pytest.fixture
def told(settings: Any, client: Client) -> list[list[str]]:
    """Its lines, each as the field and its value."""
    settings.SECURITY_CONTACTS = CONTACTS
    answer = client.get(PATH)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return [line.split(": ", 1) for line in answer.text.splitlines()]


def test_it_names_whom_to_tell_in_their_order(told: list[list[str]]) -> None:
    assert [value for field, value in told if field == "Contact"] == CONTACTS
    assert ["Canonical", f"http://localhost:8787{PATH}"] in told


def test_it_says_once_until_when_it_holds_which_is_less_than_a_year(told: list[list[str]]) -> None:
    (until,) = [value for field, value in told if field == "Expires"]
    left = datetime.fromisoformat(until) - timezone.now()
    assert timedelta(days=178) < left < timedelta(days=365)


def test_without_the_setting_it_is_clearly_not_there(client: Client) -> None:
    answer = client.get(PATH)
    assert answer.status_code == 404 and "CONTINUUM_SECURITY_CONTACT" in answer.text
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert client.post(PATH).status_code == 405


def test_a_mailbox_may_be_written_as_people_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_SECURITY_CONTACT", "security@example.com, tel:+1-201-555-0123")
    assert security_contacts() == ["mailto:security@example.com", "tel:+1-201-555-0123"]


@pytest.mark.parametrize(
    "wrong",
    ["http://example.com", "https://", "the office", "mailto:a@b.example\nExpires: never", "javascript:x@y"],
)
def test_what_is_no_address_stops_the_start(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("CONTINUUM_SECURITY_CONTACT", wrong)
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_SECURITY_CONTACT"):
        security_contacts()
