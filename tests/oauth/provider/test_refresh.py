"""Refreshing: the next pair, the same pair for who asks twice at once, and the end of a family for a copy.

Case OA-01 is what several do at once whose first answer is lost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from continuum.kernel.shown_once import digest_of
from oauth.limits import REFRESH_WINDOW
from oauth.models import Connection, TokenPair, User
from oauth.services.connections import narrow_connection, revoke_connection
from tests.conftest import person_actor
from tests.oauth.provider.conftest import RESOURCE, App, refusal
from tests.oauth.provider.test_tokens import opens

LATE = REFRESH_WINDOW + timedelta(seconds=1)


def at_once(app: App, refresh_token: str, *, callers: int) -> list[dict[str, Any]]:
    """Refresh with the same token from several threads, each with its own connection to the database."""
    start = threading.Barrier(callers)

    def refreshing(_: int) -> dict[str, Any]:
        start.wait()
        try:
            answer = app.refreshed(refresh_token)
            return {"status": answer.status_code, **answer.json()}
        finally:
            connection.close()

    with ThreadPoolExecutor(callers) as pool:
        return list(pool.map(refreshing, range(callers)))


def every_text_kept() -> str:
    """All that the token tables hold, as text: columns of bytes in hexadecimal."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(t::text, ' ') FROM oauth_tokenpair t")
        pairs = cursor.fetchone()[0]
        cursor.execute("SELECT string_agg(c::text, ' ') FROM oauth_authorizationcode c")
        return f"{pairs} {cursor.fetchone()[0]}"


@pytest.mark.parametrize("callers", [2, 3, 6])
def test_refreshes_at_once_get_the_same_pair_and_only_hashes_are_kept(
    committed: None, app: App, callers: int
) -> None:
    first = app.connected()
    answers = at_once(app, first["refresh_token"], callers=callers)
    assert [answer["status"] for answer in answers] == [200] * callers
    pairs = {(answer["access_token"], answer["refresh_token"]) for answer in answers}
    assert len(pairs) == 1
    (access, refresh) = pairs.pop()
    assert opens(access) and TokenPair.objects.count() == 2
    kept = every_text_kept()
    for secret in (first["access_token"], first["refresh_token"], access, refresh):
        assert secret not in kept and secret.encode().hex() not in kept
        assert digest_of(secret) in kept


def test_a_lost_answer_costs_nothing(app: App) -> None:
    first = app.connected()
    lost = app.refreshed(first["refresh_token"]).json()
    again = app.refreshed(first["refresh_token"]).json()
    assert again["refresh_token"] == lost["refresh_token"]
    assert app.refreshed(again["refresh_token"]).status_code == 200


def test_the_same_pair_says_how_long_it_still_lasts(app: App) -> None:
    first = app.connected()
    app.refreshed(first["refresh_token"])
    TokenPair.objects.filter(used_at=None).update(access_expires_at=timezone.now() + timedelta(seconds=600))
    assert 595 <= app.refreshed(first["refresh_token"]).json()["expires_in"] <= 600


def test_a_copy_shown_after_the_window_ends_the_family(app: App) -> None:
    first = app.connected()
    second = app.refreshed(first["refresh_token"]).json()
    TokenPair.objects.exclude(used_at=None).update(used_at=timezone.now() - LATE)
    assert refusal(app.refreshed(first["refresh_token"])) == "invalid_grant"
    assert refusal(app.refreshed(second["refresh_token"])) == "invalid_grant"
    assert not opens(first["access_token"]) and not opens(second["access_token"])


def test_a_copy_ends_its_own_family_alone(app: App) -> None:
    stolen, other = app.connected(), app.connected()
    app.refreshed(stolen["refresh_token"])
    TokenPair.objects.exclude(used_at=None).update(used_at=timezone.now() - LATE)
    app.refreshed(stolen["refresh_token"])
    assert opens(other["access_token"])


def test_what_is_sealed_goes_with_the_next_refresh_after_the_window(app: App) -> None:
    second = app.refreshed(app.connected()["refresh_token"]).json()
    TokenPair.objects.exclude(used_at=None).update(used_at=timezone.now() - LATE)
    app.refreshed(second["refresh_token"])
    assert TokenPair.objects.exclude(successor=None).count() == 1


def test_the_access_token_before_stays_good_for_its_hour(app: App) -> None:
    first = app.connected()
    app.refreshed(first["refresh_token"])
    assert opens(first["access_token"])
    TokenPair.objects.filter(access_digest=digest_of(first["access_token"])).update(
        access_expires_at=timezone.now()
    )
    assert not opens(first["access_token"])


def test_a_refresh_token_is_over_after_ninety_days(app: App) -> None:
    first = app.connected()
    TokenPair.objects.update(refresh_expires_at=timezone.now())
    assert refusal(app.refreshed(first["refresh_token"])) == "invalid_grant"


@pytest.mark.parametrize("token", ["ctr_unknown", "", "\x00", "ctr_" + "x" * 10_000])
def test_a_forged_refresh_token_gives_nothing(app: App, token: str) -> None:
    app.connected()
    assert refusal(app.refreshed(token)) == "invalid_grant"


def test_an_access_token_refreshes_nothing(app: App) -> None:
    assert refusal(app.refreshed(app.connected()["access_token"])) == "invalid_grant"


def test_another_clients_refresh_token_is_refused_and_stays_good(
    app: App, new_app: Callable[..., App]
) -> None:
    mine = app.connected()
    assert refusal(new_app().refreshed(mine["refresh_token"])) == "invalid_grant"
    assert app.refreshed(mine["refresh_token"]).status_code == 200


@pytest.mark.parametrize("asked", [None, "openid offline_access", "memory:read", "admin nonsense"])
def test_whatever_scopes_are_asked_for_the_answer_tells_what_there_is(app: App, asked: str | None) -> None:
    answer = app.refreshed(app.connected()["refresh_token"], scope=asked)
    assert answer.status_code == 200
    assert answer.json()["scope"] == "memory:read memory:write"


@pytest.mark.parametrize("asked", [None, RESOURCE, f"{RESOURCE}/", "http://localhost:8787"])
def test_the_resource_need_not_be_said_again(app: App, asked: str | None) -> None:
    answer = app.refreshed(app.connected()["refresh_token"], resource=asked)
    assert answer.status_code == 200
    assert opens(answer.json()["access_token"])


def test_no_pair_is_for_another_resource(app: App) -> None:
    answer = app.refreshed(app.connected()["refresh_token"], resource="https://other.example/mcp")
    assert refusal(answer) == "invalid_target"


def test_a_narrowed_connection_is_told_what_is_left(app: App, alice: User) -> None:
    first = app.connected()
    narrow_connection(
        person_actor(alice), connection_id=Connection.objects.get().pk, permissions=["memory:read"]
    )
    assert app.refreshed(first["refresh_token"]).json()["scope"] == "memory:read"


def test_a_revoked_connection_refreshes_nothing_nor_does_a_closed_account(app: App, alice: User) -> None:
    first = app.connected()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert refusal(app.refreshed(first["refresh_token"])) == "invalid_grant"
    User.objects.filter(pk=alice.pk).update(is_active=True)
    revoke_connection(person_actor(alice), connection_id=Connection.objects.get().pk)
    assert refusal(app.refreshed(first["refresh_token"])) == "invalid_grant"


def test_nothing_is_issued_behind_a_revocations_back(committed: None, app: App, alice: User) -> None:
    first, person = app.connected(), person_actor(alice)
    connection_id = Connection.objects.get().pk

    def revoking() -> None:
        try:
            revoke_connection(person, connection_id=connection_id)
        finally:
            connection.close()

    revoker = threading.Thread(target=revoking)
    revoker.start()
    at_once(app, first["refresh_token"], callers=3)
    revoker.join()
    assert not TokenPair.objects.filter(revoked_at=None).exists()


def test_long_expired_pairs_are_swept_away(app: App) -> None:
    old, fresh = app.connected(), app.connected()
    TokenPair.objects.filter(refresh_digest=digest_of(old["refresh_token"])).update(
        refresh_expires_at=timezone.now() - timedelta(days=2)
    )
    app.refreshed(fresh["refresh_token"])
    assert not TokenPair.objects.filter(refresh_digest=digest_of(old["refresh_token"])).exists()
