"""A client that alice let in, and how its tokens are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from continuum.kernel.ids import new_id
from oauth.models import Client, Connection, User
from oauth.services.connections import grant_connection
from oauth.services.pairs import Pair, issue_pair
from oauth.services.resources import resource
from tests.conftest import person_actor

USUAL = ["memory:read", "memory:write"]
Granting = Callable[..., Connection]


def bearer_of(connection: Connection, **changed: Any) -> Pair:
    """A pair of tokens, as a sign-in gives them."""
    asked = {"family": new_id(), "permissions": connection.permissions, "resource": resource(), **changed}
    return issue_pair(connection, **asked)


@pytest.fixture(autouse=True)
def fresh_limits(request: pytest.FixtureRequest) -> None:
    """Nobody has tried anything yet."""
    if {"db", "committed", "alice", "charlie"} & set(request.fixturenames):
        request.getfixturevalue("services")
        cache.clear()


@pytest.fixture
def granting() -> Granting:
    """Let a client in: `granting(alice, permissions=..., workspaces=..., ...)`."""

    def granted(user: User, **fields: Any) -> Connection:
        client = fields.pop("client", None) or Client.objects.create(
            name="Claude Code", client_type="public", redirect_uris="https://client.example/cb"
        )
        asked = {"permissions": USUAL, "toolsets": ["memory"], "mode": "auto", "workspaces": ["default"]}
        return grant_connection(person_actor(user), client=client, **{**asked, **fields})

    return granted
