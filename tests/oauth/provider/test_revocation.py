"""Revocation (RFC 7009): a token ends with its family, and nobody learns more than that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.oauth.provider.conftest import App, refusal
from tests.oauth.provider.test_tokens import opens


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
@pytest.mark.parametrize("hint", [None, "access_token", "refresh_token", "nonsense"])
def test_revoking_either_token_ends_both(app: App, kind: str, hint: str | None) -> None:
    given = app.connected()
    answer = app.post("/oauth/revoke", token=given[kind], token_type_hint=hint)
    assert (answer.status_code, answer.content) == (200, b"")
    assert not opens(given["access_token"])
    assert refusal(app.refreshed(given["refresh_token"])) == "invalid_grant"


def test_revoking_reaches_what_came_before_and_after(app: App) -> None:
    first = app.connected()
    second = app.refreshed(first["refresh_token"]).json()
    app.post("/oauth/revoke", token=first["refresh_token"])
    assert not opens(first["access_token"]) and not opens(second["access_token"])


def test_the_clients_other_sign_ins_stay(app: App) -> None:
    one, other = app.connected(), app.connected()
    app.post("/oauth/revoke", token=one["refresh_token"])
    assert opens(other["access_token"])


def test_a_revoked_refresh_token_is_not_saved_by_the_window(app: App) -> None:
    first = app.connected()
    app.refreshed(first["refresh_token"])
    app.post("/oauth/revoke", token=first["access_token"])
    assert refusal(app.refreshed(first["refresh_token"])) == "invalid_grant"


@pytest.mark.parametrize("token", ["unknown", "\x00", "x" * 10_000])
def test_an_unknown_token_is_answered_alike(app: App, token: str) -> None:
    assert app.post("/oauth/revoke", token=token).status_code == 200


def test_another_client_revokes_nothing(app: App, new_app: Callable[..., App]) -> None:
    given = app.connected()
    assert new_app().post("/oauth/revoke", token=given["access_token"]).status_code == 200
    assert opens(given["access_token"])


def test_an_unknown_client_is_told_so(app: App) -> None:
    app.client_id = "unknown"
    assert refusal(app.post("/oauth/revoke", token="x"), 401) == "invalid_client"


def test_without_a_token_there_is_nothing_to_revoke(app: App) -> None:
    assert refusal(app.post("/oauth/revoke", token=None)) == "invalid_request"
