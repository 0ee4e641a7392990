"""What a bearer stands for is looked up once; whatever changes it counts from the next request on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Unauthorized
from memories.models import Membership, Role
from oauth.models import Client, KeyVersion, PersonalToken, TokenPair, User
from oauth.services import standings
from oauth.services.actors import admit
from oauth.services.pairs import revoke_token_of
from oauth.services.resources import resource
from oauth.services.standings import find_standing
from oauth.services.tokens import issue_token, revoke_token
from tests.oauth.conftest import Granting, bearer_of


def opens(bearer: str) -> bool:
    try:
        admit(bearer, audience=resource())
    except Unauthorized:
        return False
    return True


@pytest.fixture
def bearers(alice: User, granting: Granting) -> list[str]:
    """One of each kind: a personal token and an OAuth token, both looked up already."""
    personal = issue_token(alice, name="laptop", permissions=[Permission.READ])
    granted = bearer_of(granting(alice, every_workspace=True)).access
    assert opens(personal) and opens(granted)
    return [personal, granted]


def test_a_bearer_that_was_looked_up_costs_one_query(bearers: list[str], django_assert_num_queries) -> None:
    for bearer in bearers:
        with django_assert_num_queries(1):
            assert opens(bearer)


def test_after_a_minute_it_is_looked_up_again(
    bearers: list[str], django_assert_num_queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "STANDING_SECONDS", -1.0)
    with django_assert_num_queries(2):
        assert opens(bearers[0])


CLOSING: dict[str, Callable[[User], object]] = {
    "a closed account": lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
    "deleted keys": lambda user: (PersonalToken.objects.all().delete(), Client.objects.all().delete()),
    "expired keys": lambda user: (
        PersonalToken.objects.update(expires_at=timezone.now()),
        TokenPair.objects.update(access_expires_at=timezone.now()),
    ),
    "revoked keys": lambda user: (
        PersonalToken.objects.update(revoked_at=timezone.now()),
        TokenPair.objects.update(revoked_at=timezone.now()),
    ),
    "revoked connections": lambda user: (
        PersonalToken.objects.update(revoked_at=timezone.now()),
        user.connections.update(revoked_at=timezone.now()),
    ),
}


@pytest.mark.parametrize("closing", CLOSING.values(), ids=CLOSING)
def test_whatever_closes_a_key_counts_at_once(
    bearers: list[str], alice: User, closing: Callable[[User], object]
) -> None:
    closing(alice)
    assert [opens(bearer) for bearer in bearers] == [False, False]


def test_the_services_close_keys_at_once(bearers: list[str], alice: User) -> None:
    revoke_token(alice, token_id=PersonalToken.objects.get().pk)
    revoke_token_of(bearers[1], client=Client.objects.get())
    assert [opens(bearer) for bearer in bearers] == [False, False]


def test_memberships_count_at_once(bearers: list[str], alice: User, bob: User) -> None:
    theirs = Membership.objects.get(user=bob, name="default")
    joined = Membership.objects.create(
        workspace_id=theirs.workspace_id, name="bobs", user=alice, role=Role.EDITOR
    )
    for bearer in bearers:
        assert "bobs" in admit(bearer, audience=resource()).actor.workspaces
    Membership.objects.filter(pk=joined.pk).update(name="renamed")
    for bearer in bearers:
        assert "renamed" in admit(bearer, audience=resource()).actor.workspaces
    Membership.objects.filter(pk=joined.pk).delete()
    for bearer in bearers:
        assert set(admit(bearer, audience=resource()).actor.workspaces) == {"default", "team"}


def test_another_time_zone_counts_at_once(bearers: list[str], alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(timezone="Europe/Bucharest")
    assert {admit(each, audience=resource()).actor.timezone for each in bearers} == {"Europe/Bucharest"}


def test_others_changes_and_plain_use_change_nothing(bearers: list[str], alice: User, bob: User) -> None:
    before = KeyVersion.objects.get(pk=alice.pk).version
    User.objects.filter(pk=bob.pk).update(is_active=False)
    PersonalToken.objects.update(last_used_at=timezone.now())
    alice.connections.update(last_used_at=timezone.now())
    TokenPair.objects.update(used_at=timezone.now())
    issue_token(alice, name="another", permissions=[Permission.READ])
    assert KeyVersion.objects.get(pk=alice.pk).version == before


def test_a_change_that_is_taken_back_counts_for_nothing(bearers: list[str], alice: User) -> None:
    before = KeyVersion.objects.get(pk=alice.pk).version
    with transaction.atomic():
        PersonalToken.objects.update(revoked_at=timezone.now())
        transaction.set_rollback(True)
    assert KeyVersion.objects.get(pk=alice.pk).version == before
    assert opens(bearers[0])


def test_other_processes_revocations_count_at_once(committed: None, bearers: list[str]) -> None:
    """Plain SQL over another connection, as another process would send it."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("UPDATE oauth_personaltoken SET revoked_at = now()")
            cursor.execute("UPDATE oauth_tokenpair SET revoked_at = now()")
    finally:
        other.close()
    assert [opens(bearer) for bearer in bearers] == [False, False]


def test_a_key_expires_to_the_second_though_it_was_looked_up(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = timezone.now() + timedelta(seconds=30)
    bearer = issue_token(alice, name="short", permissions=[Permission.READ], expires_at=soon)
    assert opens(bearer)
    monkeypatch.setattr(standings.timezone, "now", lambda: soon)
    assert not opens(bearer)


def test_so_many_are_kept_and_no_more(
    bearers: list[str], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "MAX_STANDINGS", 2)
    for number in range(3):
        assert opens(issue_token(alice, name=f"n {number}", permissions=[Permission.READ]))
    assert len(standings._KEPT) == 2
    assert opens(bearers[0])


@pytest.mark.parametrize(
    "bearer", ["", "ctm_", "cta_", "cta_unknown", "cta_\x00", "ctr_x", "cta_\ud800", "eyJ0.e30."]
)
def test_a_forged_bearer_stands_for_nobody(alice: User, bearer: str) -> None:
    assert find_standing(bearer) is None


def test_a_refresh_token_is_no_bearer(alice: User, granting: Granting) -> None:
    assert find_standing(bearer_of(granting(alice)).refresh) is None


def test_another_role_counts_at_once(bearers: list[str], alice: User, bob: User) -> None:
    theirs = Membership.objects.get(user=bob, name="default").workspace_id
    joined = Membership.objects.create(workspace_id=theirs, name="bobs", user=alice, role=Role.EDITOR)
    for role in (Role.EDITOR, Role.READER):
        Membership.objects.filter(pk=joined.pk).update(role=role)
        assert {admit(each, audience=resource()).actor.role_in(theirs) for each in bearers} == {role}
