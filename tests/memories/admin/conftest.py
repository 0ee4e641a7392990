"""The admin as its staff see it."""

from __future__ import annotations

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories.services.workspaces import change_workspace
from oauth.models import User


@pytest.fixture
def staff(alice: User) -> User:
    """Alice, who runs this installation."""
    alice.is_staff = alice.is_superuser = True
    alice.save()
    return alice


@pytest.fixture
def browser(staff: User) -> Client:
    """Her browser, signed in."""
    client = Client()
    client.force_login(staff)
    return client


@pytest.fixture
def review_mode(person: Actor) -> None:
    """Her workspace proposes what agents write."""
    change_workspace(person, workspace="default", mode="review")
