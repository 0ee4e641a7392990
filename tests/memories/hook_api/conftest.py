"""A client's hook: it posts, and looks at nothing but the status."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from oauth.models import User
from oauth.services.tokens import issue_token


@pytest.fixture
def bearer(alice: User) -> str:
    """A token as a hook has one: it may read and write, and decide nothing."""
    return issue_token(alice, name="hook", permissions=(Permission.READ, Permission.WRITE))


@pytest.fixture
def post(bearer: str) -> Callable[..., Any]:
    """Post a session that has ended; bytes are sent as they are."""
    return posting("/hook/session", bearer)


@pytest.fixture
def ask(bearer: str) -> Callable[..., Any]:
    """Ask for a context; bytes are sent as they are."""
    return posting("/hook/context", bearer)


def posting(path: str, bearer: str) -> Callable[..., Any]:
    def posted(body: Any = None, *, token: str = bearer, **fields: Any) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(fields if body is None else body)
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        headers = {"Authorization": f"Bearer {token}", "Continuum-Agent": "claude-code"} if token else {}
        return client.generic("POST", path, raw, content_type="application/json", headers=headers)

    return posted
