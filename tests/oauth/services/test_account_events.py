"""The chain of events of an account: what is put down, that it holds, and how it is cleared away."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction
from django.utils import timezone

from continuum.kernel.errors import Unauthorized, ValidationFailed
from memories.services import chains
from oauth.models import AccountChain, AccountEvent, PersonalToken, User
from oauth.services import account_events as events
from oauth.services.closing import close_account
from oauth.services.codes import keep_code, redeem_code
from oauth.services.connections import deny_client, narrow_connection, revoke_connection
from oauth.services.pairs import refresh_pair, revoke_token_of
from oauth.services.resources import resource
from oauth.services.sweeping import sweep_keys
from oauth.services.tokens import issue_token, revoke_token
from tests.conftest import person_actor
from tests.oauth.conftest import Granting, bearer_of
from tests.tampering import behind_its_back

Tampered = Callable[..., chains.Walked]


def told(user_id: int) -> list[tuple[str, str]]:
    """What the person's chain says, which holds."""
    assert events.verify_account_events(user_id).broken is None
    rows = AccountEvent.objects.filter(user_id=user_id).order_by("sequence")
    return [(row.action, row.subject) for row in rows]


def test_a_grant_and_all_that_becomes_of_it(alice: User, granting: Granting) -> None:
    person = person_actor(alice)
    granted = granting(alice)
    narrow_connection(person, connection_id=granted.pk, permissions=["memory:read"])
    for _ in range(2):
        revoke_connection(person, connection_id=granted.pk)
    deny_client(person, client=granted.client)
    assert told(alice.pk) == [
        (events.GRANTED, granted.key),
        (events.NARROWED, granted.key),
        (events.REVOKED, granted.key),
        (events.DENIED, f"client:{granted.client_id}"),
    ]
    first = AccountEvent.objects.get(sequence=1)
    default = str(person.workspaces["default"])
    asked = {"permissions": ["memory:read", "memory:write"], "toolsets": ["memory"], "mode": "auto"}
    assert first.details == {**asked, "workspaces": [default]}


def test_what_is_refused_leaves_no_event(alice: User, granting: Granting) -> None:
    with pytest.raises(ValidationFailed):
        granting(alice, permissions=[])
    with pytest.raises(ValidationFailed):
        issue_token(alice, name="laptop", permissions=[])
    assert told(alice.pk) == []


def test_tokens_of_a_client_fetched_given_back_and_replayed(alice: User, granting: Granting) -> None:
    granted = granting(alice)
    asked = {"redirect_uri": "", "permissions": granted.permissions, "resource": resource(), "challenge": ""}
    keep_code("a code", connection=granted, **asked)
    first = redeem_code("a code", client=granted.client)
    with pytest.raises(Unauthorized):
        redeem_code("a code", client=granted.client)
    revoke_token_of(bearer_of(granted).refresh, client=granted.client)
    with pytest.raises(Unauthorized):
        refresh_pair(first.refresh, client=granted.client)
    assert [action for action, _ in told(alice.pk)] == [
        events.GRANTED,
        events.CONNECTED,
        events.REPLAYED,
        events.LEFT,
    ]


def test_personal_tokens_made_and_revoked(alice: User) -> None:
    issue_token(alice, name="laptop", permissions=["memory:read"])
    token = PersonalToken.objects.get()
    for _ in range(2):
        revoke_token(alice, token_id=token.pk)
    subject = f"token:{token.pk}"
    assert told(alice.pk) == [(events.TOKEN_ISSUED, subject), (events.TOKEN_REVOKED, subject)]


def test_a_closed_account_leaves_its_chain(alice: User) -> None:
    known = alice.pk
    close_account(alice)
    assert told(known) == [(events.CLOSED, "")]
    assert events.every_account_chain() == [(known, "")]


def test_events_at_once_stand_one_behind_the_other(committed: None, alice: User) -> None:
    def one(_: int) -> None:
        try:
            events.record(alice.pk, events.SIGNED_IN)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(one, range(12)))
    assert told(alice.pk) == [(events.SIGNED_IN, "")] * 12


def test_an_event_goes_with_what_it_tells_of(alice: User) -> None:
    with transaction.atomic():
        issue_token(alice, name="laptop", permissions=["memory:read"])
        transaction.set_rollback(True)
    assert told(alice.pk) == [] and not AccountChain.objects.exists()


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_database_lets_nobody_change_an_event(alice: User, change: str) -> None:
    events.record(alice.pk, events.SIGNED_IN)
    rows = AccountEvent.objects.filter(user_id=alice.pk)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.update(subject="x") if change == "update" else rows.delete()


@pytest.fixture
def tampered(committed: None, alice: User) -> Tampered:
    """What the walk finds after a statement behind its back."""
    for _ in range(4):
        events.record(alice.pk, events.SIGNED_IN)

    def found(statement: str, *params: Any) -> chains.Walked:
        with behind_its_back("oauth_accountevent", "keep_account_events") as cursor:
            cursor.execute(statement, params)
        return events.verify_account_events(alice.pk)

    return found


@pytest.mark.parametrize(
    ("statement", "sequence", "reason"),
    [
        ("UPDATE oauth_accountevent SET action = 'x' WHERE sequence = 2", 2, chains.CHANGED),
        ("UPDATE oauth_accountevent SET at = at + interval '1 s' WHERE sequence = 3", 3, chains.CHANGED),
        ("DELETE FROM oauth_accountevent WHERE sequence = 2", 3, chains.MISSING),
        ("DELETE FROM oauth_accountevent WHERE sequence = 4", 3, chains.CUT_OFF),
        ("DELETE FROM oauth_accountevent WHERE sequence = 1", 2, chains.UNANCHORED),
        ("DELETE FROM oauth_accountevent", 4, chains.CUT_OFF),
    ],
)
def test_a_walk_finds_what_was_changed(
    tampered: Tampered, statement: str, sequence: int, reason: str
) -> None:
    assert tampered(statement).broken == chains.BrokenLink(sequence, reason)


@pytest.fixture
def year_ago(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], None]:
    """Record an event of more than a year ago."""

    def recorded(user_id: int, action: str) -> None:
        now = timezone.now()
        with monkeypatch.context() as then:
            then.setattr(timezone, "now", lambda: now - timedelta(days=366))
            events.record(user_id, action)

    return recorded


def test_old_events_go_and_the_rest_still_holds(alice: User, year_ago: Callable[[int, str], None]) -> None:
    for action in (events.SIGNED_IN, events.PASSWORD_CHANGED):
        year_ago(alice.pk, action)
    events.record(alice.pk, events.SIGNED_IN)
    sweep_keys()
    assert told(alice.pk) == [(events.SIGNED_IN, ""), (events.CLEANED_UP, "")]
    sweep_keys()
    assert len(told(alice.pk)) == 2


def test_of_an_account_closed_long_ago_nothing_is_left(
    alice: User, year_ago: Callable[[int, str], None]
) -> None:
    known = alice.pk
    close_account(alice)
    events._clean_up(known, timezone.now())
    assert not AccountEvent.objects.exists() and not AccountChain.objects.exists()


def test_nothing_is_cleared_away_where_events_are_kept_for_ever(
    alice: User, settings: Any, year_ago: Callable[[int, str], None]
) -> None:
    settings.RETENTION_DAYS = {**settings.RETENTION_DAYS, "events": 0}
    year_ago(alice.pk, events.SIGNED_IN)
    sweep_keys()
    assert told(alice.pk) == [(events.SIGNED_IN, "")]


def test_ids_alone_are_put_down(alice: User, granting: Granting) -> None:
    issue_token(alice, name="Alice's own laptop", permissions=["memory:read"])
    granting(alice)
    deny_client(person_actor(alice), client=granting(alice).client)
    kept = str(list(AccountEvent.objects.values()))
    assert "laptop" not in kept and "Claude" not in kept
