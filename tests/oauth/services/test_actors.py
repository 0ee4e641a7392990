"""Who a bearer or a session stands for, and what they may."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from continuum.kernel.actor import EVERYTHING, Permission
from continuum.kernel.errors import Forbidden, Unauthorized
from memories.services.workspaces import open_workspaces
from oauth.models import PersonalToken, User
from oauth.services.actors import actor_for_bearer, actor_for_user, agent_name
from oauth.services.tokens import issue_token, revoke_token


def _bearer(user: User, **fields: object) -> str:
    return issue_token(user, **{"name": "laptop", "permissions": [Permission.READ], **fields})


def test_a_bearer_is_its_person_narrowed(alice: User) -> None:
    actor = actor_for_bearer(_bearer(alice, workspaces=["team"]), agent="codex")
    token = PersonalToken.objects.get()
    assert (actor.user_id, actor.client, actor.agent) == (alice.pk, f"token:{token.pk}", "codex")
    assert dict(actor.workspaces) == {"team": open_workspaces(alice.pk)["team"]}
    assert actor.permissions == {Permission.READ}
    assert not actor.person and not actor.private


def test_a_bearer_without_workspaces_has_all_of_them(alice: User) -> None:
    assert actor_for_bearer(_bearer(alice)).workspaces == open_workspaces(alice.pk)


def test_whatever_is_wrong_with_a_bearer_sounds_the_same(alice: User) -> None:
    expired, revoked = _bearer(alice, name="a"), _bearer(alice, name="b")
    PersonalToken.objects.filter(name="a").update(expires_at=timezone.now() - timedelta(days=1))
    revoke_token(alice, token_id=PersonalToken.objects.get(name="b").pk)
    said = set()
    for bearer in (expired, revoked, "ctm_unknown", ""):
        with pytest.raises(Unauthorized) as refused:
            actor_for_bearer(bearer)
        said.add((refused.value.message, str(refused.value.details)))
    assert len(said) == 1


def test_an_agent_off_the_list_is_kept_out(alice: User, settings) -> None:
    settings.ALLOWED_AGENTS = ["codex"]
    bearer = _bearer(alice)
    assert actor_for_bearer(bearer, agent=" codex ").agent == "codex"
    for agent in ("other", "", "codex2"):
        with pytest.raises(Forbidden):
            actor_for_bearer(bearer, agent=agent)


def test_private_memories_are_the_operators_to_allow(alice: User, settings) -> None:
    settings.ALLOW_PRIVATE = True
    assert actor_for_bearer(_bearer(alice)).private


def test_a_permission_that_is_no_more_is_not_granted(alice: User) -> None:
    bearer = _bearer(alice)
    PersonalToken.objects.update(permissions=["memory:read", "memory:once-upon-a-time"])
    assert actor_for_bearer(bearer).permissions == {Permission.READ}


def test_a_person_may_everything_that_is_theirs(bob: User) -> None:
    actor = actor_for_user(bob)
    assert actor.person and actor.private and actor.permissions == EVERYTHING
    assert set(actor.workspaces) == {"default", "team"}


def test_a_closed_account_acts_no_more(alice: User) -> None:
    alice.is_active = False
    with pytest.raises(Unauthorized):
        actor_for_user(alice)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("codex", "codex"),
        ("  Claude   Code\n", "Claude Code"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("智能体", "智能体"),
        ("x" * 300, "x" * 100),
        ("\u202e\u200b", ""),
    ],
)
def test_agents_are_called_by_what_can_be_read(given: str, kept: str) -> None:
    assert agent_name(given) == kept


def test_finding_out_who_asks_again_costs_one_query(alice: User, django_assert_num_queries) -> None:
    bearer = _bearer(alice)
    actor_for_bearer(bearer)
    with django_assert_num_queries(1):
        actor_for_bearer(bearer)
