"""The API as a script sees it: JSON in, JSON out, over Django's own handler."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from oauth.models import User
from oauth.services.tokens import issue_token

ROOT = "/api/v1"
EVERY_PERMISSION = tuple(Permission)


@dataclass
class Script:
    """A client with a bearer. Answers are Django's test responses; `.json()` reads them."""

    bearer: str
    agent: str = "codex"

    def __post_init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        raw = body if isinstance(body, bytes | str) else "" if body is None else json.dumps(body)
        given = {"Authorization": f"Bearer {self.bearer}", "Continuum-Agent": self.agent, **headers}
        return self.client.generic(method, ROOT + path, raw, content_type="application/json", headers=given)

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, body, **headers)


@pytest.fixture
def script_of() -> Callable[..., Script]:
    def made(user: User, *permissions: str, agent: str = "codex", workspaces: tuple[str, ...] = ()) -> Script:
        granted = permissions or EVERY_PERMISSION
        return Script(issue_token(user, name="script", permissions=granted, workspaces=workspaces), agent)

    return made


@pytest.fixture
def api(alice: User, script_of: Callable[..., Script]) -> Script:
    """Alice's script, which may everything."""
    return script_of(alice)


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem document that the response must be."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = response.json()
    assert (told["status"], told["code"], told["type"]) == (status, code, "about:blank")
    assert told["title"] and told["detail"]
    return told
