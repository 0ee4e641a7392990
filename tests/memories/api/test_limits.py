"""How fast one connection may ask the API."""

from __future__ import annotations

from typing import Any

from continuum.limit_settings import Paces, Quotas
from oauth.models import User
from tests.memories.api.conftest import Script, problem


def test_who_asks_too_often_is_told_when_to_come_again(api: Script, settings: Any) -> None:
    settings.PACES = Paces(requests=3)
    assert [api.get("/memories").status_code for _ in range(3)] == [200] * 3
    refused = api.get("/memories")
    problem(refused, 429, "RATE_LIMITED")
    assert 0 < int(refused.headers["Retry-After"]) <= 120


def test_each_connection_is_counted_for_itself(
    api: Script, alice: User, script_of: Any, settings: Any
) -> None:
    settings.PACES = Paces(requests=1)
    assert api.get("/memories").status_code == 200
    assert script_of(alice).get("/memories").status_code == 200


def test_imports_have_a_pace_of_their_own(api: Script, settings: Any) -> None:
    settings.PACES = Paces(imports=1)
    text = {"text": "The lift works.", "filename": "one.md"}
    assert api.post("/imports", text).status_code == 202
    problem(api.post("/imports", text), 429, "RATE_LIMITED")
    assert api.get("/imports").status_code == 200


def test_a_full_workspace_says_so(api: Script, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=1)
    assert api.post("/memories", {"name": "lift", "content": "The lift works."}).status_code == 201
    problem(api.post("/memories", {"name": "well", "content": "The well is dry."}), 422, "QUOTA_EXCEEDED")
