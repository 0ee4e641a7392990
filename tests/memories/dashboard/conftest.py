"""Pages as a signed-in browser sees them."""

from __future__ import annotations

import pytest
from django.test import Client

from oauth.models import User


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice, signed in; forms need their token as in a real browser."""
    client = Client()
    client.force_login(alice)
    return client
