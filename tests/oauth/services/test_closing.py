"""A closed account: everything that was its person's is gone, and nothing it opened opens again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connections
from django.test import Client

from continuum.kernel.errors import Conflict, Forbidden, Unauthorized
from memories import access
from memories.models import Membership, Memory
from memories.services.workspaces import (
    delete_owned_workspaces,
    ensure_default_workspace,
    leave_workspaces,
    owned_workspaces,
)
from oauth.models import Client as KnownClient
from oauth.models import Connection, KeyVersion, PersonalToken, SignInLink, TokenPair, User
from oauth.services.actors import actor_for_bearer, admit
from oauth.services.closing import close_account, what_goes
from oauth.services.pairs import refresh_pair
from oauth.services.resources import resource
from oauth.services.sign_in import is_open_link, issue_sign_in_link
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor, person_actor
from tests.oauth.conftest import Granting, bearer_of
from tests.stories import remember

SHARED = ["team"]


def rows(user_id: int) -> int:
    """How much stands in a person's name."""
    kinds = (Membership, PersonalToken, Connection, SignInLink, EmailAddress, Authenticator)
    return sum(kind.objects.filter(user_id=user_id).count() for kind in kinds)


def left(*tables: str) -> list[int]:
    """How many rows are left in these tables, whatever the policies hide; of what is committed."""
    with connections["owner"].cursor() as cursor:
        found = []
        for table in tables:
            cursor.execute(f"SELECT count(*) FROM {table}")
            found.append(cursor.fetchone()[0])
    return found


def test_it_says_what_goes(alice: User, bob: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The shop opens at nine.")
    told = {each.name: (each.memories, each.others) for each in what_goes(alice)}
    assert told == {"default": (1, 0), "team": (0, 1)}


def test_everything_of_the_person_goes(committed: None, alice: User, granting: Granting) -> None:
    issue_token(alice, name="laptop", permissions=["memory:read"])
    issue_sign_in_link(alice)
    bearer_of(granting(alice))
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The shop opens at nine.")
    close_account(alice)
    assert not User.objects.filter(username="alice").exists() and rows(alice.pk) == 0
    assert TokenPair.objects.count() == 0
    tables = ("workspace", "memory", "revision", "passage", "event", "job", "chainhead")
    assert left(*(f"memories_{table}" for table in tables)) == [0] * len(tables)


def test_nothing_goes_while_others_use_what_is_not_named(alice: User, bob: User) -> None:
    before = rows(alice.pk)
    for named in ([], ["default"], ["elsewhere"]):
        with pytest.raises(Conflict, match="team"):
            close_account(alice, shared=named)
    assert rows(alice.pk) == before
    close_account(alice, shared=SHARED)
    assert list(Membership.objects.filter(user=bob).values_list("name", flat=True)) == ["default"]


def test_what_is_written_in_other_peoples_workspaces_stays(alice: User, bob: User) -> None:
    with access.acting(agent_actor(bob)) as actor:
        remember(actor, "Deploys are on Tuesdays.", workspace="team")
    close_account(bob)
    assert rows(bob.pk) == 0
    with access.acting(person_actor(alice)):
        assert Memory.objects.filter(workspace__name="team").count() == 1


def revived() -> User:
    """Another person under the same name and address."""
    again = User.objects.create_user("alice", email="alice@example.test", password="x")
    ensure_default_workspace(person_actor(again))
    return again


def test_no_token_opens_anything_again_not_even_for_a_namesake(alice: User, granting: Granting) -> None:
    personal = issue_token(alice, name="laptop", permissions=["memory:read"])
    connection_ = granting(alice)
    pair, client = bearer_of(connection_), KnownClient.objects.get()
    assert actor_for_bearer(personal) and admit(pair.access, audience=resource())  # now cached
    close_account(alice)
    for namesake in (None, revived()):  # noqa: B007 - the last one is used below
        with pytest.raises(Unauthorized):
            actor_for_bearer(personal)
        with pytest.raises(Unauthorized):
            admit(pair.access, audience=resource())
        with pytest.raises(Unauthorized):
            refresh_pair(pair.refresh, client=client)
    fresh = bearer_of(granting(namesake, client=client))
    assert admit(fresh.access, audience=resource()).actor.user_id == namesake.pk != alice.pk
    assert fresh.access != pair.access


def test_no_session_link_or_address_comes_back(alice: User) -> None:
    browser, secret = Client(), issue_sign_in_link(alice)
    browser.force_login(alice)
    assert browser.get("/").status_code == 200
    close_account(alice)
    for again in (lambda: None, revived):
        again()
        assert (browser.get("/").status_code, is_open_link(secret)) == (302, False)
        assert browser.post(f"/sign-in/link/{secret}").status_code == 410


def test_a_revoked_token_stays_dead_through_it_all(alice: User) -> None:
    bearer = issue_token(alice, name="laptop", permissions=["memory:read"])
    PersonalToken.objects.update(revoked_at="2026-01-01T00:00Z")
    close_account(alice)
    revived()
    with pytest.raises(Unauthorized):
        actor_for_bearer(bearer)


def test_ids_are_never_given_out_again(alice: User, granting: Granting) -> None:
    old = (alice.pk, granting(alice).key)
    before = KeyVersion.objects.get(user_id=alice.pk).version
    close_account(alice)
    again = revived()
    assert again.pk > old[0] and granting(again, client=KnownClient.objects.get()).key != old[1]
    assert KeyVersion.objects.get(user_id=old[0]).version > before


def test_an_account_that_was_switched_off_can_be_closed(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    close_account(alice)
    assert rows(alice.pk) == 0


def test_a_failure_on_the_way_leaves_everything(committed: None, alice: User, monkeypatch) -> None:
    before = rows(alice.pk)

    def broken(user: User) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("oauth.services.closing.end_sessions", broken)
    with pytest.raises(RuntimeError):
        close_account(alice)
    assert rows(alice.pk) == before


def test_a_token_made_at_the_same_moment_does_not_survive(committed: None, alice: User) -> None:
    def made() -> None:
        try:
            issue_token(User.objects.get(pk=alice.pk), name="late", permissions=["memory:read"])
        except Exception as error:
            outcomes.append(type(error).__name__)
        finally:
            connections.close_all()

    outcomes: list[str] = []
    with ThreadPoolExecutor(4) as threads:
        racing = [threads.submit(made) for _ in range(12)]
        close_account(alice)
        for each in racing:
            each.result()
    assert rows(alice.pk) == 0
    assert set(outcomes) <= {"DoesNotExist", "IntegrityError"}


@pytest.mark.parametrize("verb", [owned_workspaces, delete_owned_workspaces, leave_workspaces])
def test_no_agent_leaves_for_its_person(alice: User, verb) -> None:
    with access.acting(agent_actor(alice)) as actor, pytest.raises(Forbidden):
        verb(actor)
    assert rows(alice.pk) == 2
