"""Where a list of domains says whose people may come in, nobody else does, by no way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from oauth.adapters import AccountAdapter, ProviderAdapter


@pytest.fixture
def listed(settings: Any) -> None:
    settings.SIGN_UP_DOMAINS = frozenset({"example.com"})


def signing_in(*addresses: tuple[str, bool]) -> None:
    """Somebody comes with these addresses, verified by their provider or not."""
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    known = [SimpleNamespace(email=email, verified=verified) for email, verified in addresses]
    ProviderAdapter(request).pre_social_login(request, SimpleNamespace(email_addresses=known))


@pytest.mark.parametrize("email", ["ana@example.com", "Ana@EXAMPLE.com"])
def test_an_address_of_a_listed_domain_is_taken(listed: None, email: str) -> None:
    assert AccountAdapter().clean_email(email) == email
    signing_in((email, True))


@pytest.mark.parametrize("email", ["ana@example.org", "ana@mail.example.com", "example.com@evil.org",
                                   "ana@evil-example.com"])  # fmt: skip
def test_no_other_address_is(listed: None, email: str) -> None:
    with pytest.raises(ValidationError):
        AccountAdapter().clean_email(email)
    with pytest.raises(ImmediateHttpResponse):
        signing_in((email, True))


def test_what_a_provider_has_not_verified_counts_for_nothing(listed: None) -> None:
    with pytest.raises(ImmediateHttpResponse) as told:
        signing_in(("ana@example.com", False), ("ana@example.org", True))
    assert told.value.response.url == "/sign-in"


def test_without_a_list_anybody_comes_in(settings: Any) -> None:
    signing_in()
    assert AccountAdapter().clean_email("ana@anywhere.org") == "ana@anywhere.org"
