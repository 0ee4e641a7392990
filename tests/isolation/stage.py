"""Who asks whom: alice, whose store holds a marked row of every kind, and those with no business in it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db import connections
from django.test import Client as Browser
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.ids import new_id
from memories import access
from memories.injection.answering import answer
from memories.intake.golden import pin_question
from memories.intake.guide import save_guide
from memories.intake.handoffs import create_handoff
from memories.intake.submit import submit_bulk
from memories.models import Membership, Mode, Role, Transfer
from memories.pipeline.work import work
from memories.portability.imports import upload_import
from memories.portability.transfers import file_of
from memories.services.drafts import Draft
from memories.services.invitations import invite_member
from memories.services.policies import set_policy
from memories.services.removal import forget
from memories.services.workspaces import create_workspace, ensure_default_workspace
from oauth.models import Client, Connection, Invitation, PersonalToken, User
from oauth.services.connections import grant_connection
from oauth.services.pairs import issue_pair
from oauth.services.resources import resource
from oauth.services.tokens import issue_token, revoke_token
from tests import vaults
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

MARK = "zorblat"
"""In every text of alice's default workspace that an answer could hold, whatever its letters' case."""
EVERYTHING = ["memory:read", "memory:write", "memory:forget", "memory:review", "web", "admin"]
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass
class Stage:
    """The cast, and the keys that each shows. `team` is alice's other workspace: nothing in it is marked."""

    alice: User
    charlie: User
    operator: User
    members: dict[str, User] = field(default_factory=dict)
    """Who works in `team`, by role."""
    bearers: dict[str, str] = field(default_factory=dict)
    browsers: dict[int, Browser] = field(default_factory=dict)
    opened: ExitStack = field(default_factory=ExitStack)

    @property
    def workspaces(self) -> dict[str, UUID]:
        return dict(person_actor(self.alice).workspaces)

    @cached_property
    def default(self) -> UUID:
        return self.workspaces["default"]

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id in a row of her default workspace: as telling as its text."""
        return ids_in(vaults.state([self.default]))

    def default_of(self, user: User) -> UUID:
        """The workspace that anybody of the cast has from their first day."""
        return dict(person_actor(user).workspaces)["default"]

    def browser(self, user: User | None) -> Browser:
        """A browser in which the person is signed in, nobody's without one."""
        return Browser(raise_request_exception=False) if user is None else self.browsers[user.pk]

    def sign_in(self) -> None:
        for user in (self.alice, self.charlie, self.operator, *self.members.values()):
            self.browsers[user.pk] = Browser(raise_request_exception=False)
            self.browsers[user.pk].force_login(user)


def ids_in(state: dict[str, list[str]]) -> frozenset[str]:
    return frozenset(found for rows in state.values() for row in rows for found in IDS.findall(row))


def furnish() -> Stage:
    """Alice has used everything; charlie has a store of his own; dora runs the installation."""
    stage = Stage(_person(f"{MARK}-alice"), _person("charlie"), _person("dora"))
    create_workspace(person_actor(stage.alice), name="team", mode=Mode.AUTO)
    User.objects.filter(pk=stage.operator.pk).update(is_staff=True, is_superuser=True)
    stage.operator.refresh_from_db()
    vaults.fill(stage.alice)
    with access.acting(agent_actor(stage.alice)) as codex:
        _write(codex)
    with access.acting(person_actor(stage.alice)) as alice:
        _govern(alice)
        work()
        _connect(alice, stage)
    _let_in_members(stage)
    with access.acting(agent_actor(stage.charlie)) as his:
        remember(his, "Charlie keeps bees.", name="bees")
    _keys(stage)
    stage.sign_in()
    return stage


def _person(name: str) -> User:
    user = User.objects.create_user(name, email=f"{name}@example.test", password=None)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    ensure_default_workspace(person_actor(user), mode=Mode.AUTO)
    return user


def _let_in_members(stage: Stage) -> None:
    for role in (Role.READER, Role.REVIEWER, Role.EDITOR):
        member = stage.members[role.value] = _person(f"member-{role.value}")
        Membership.objects.create(workspace_id=stage.workspaces["team"], name="team", user=member, role=role)
    with access.acting(person_actor(stage.alice)) as alice:
        invite_member(alice, workspace="team", role=Role.READER.value, note="for Zoe")


def _write(codex: Actor) -> None:
    told: dict[str, Any] = {"description": f"{MARK} told", "tags": [f"{MARK}-tag"], "source": f"{MARK} mail"}
    remember(codex, "The Zorblattea is green.", name=f"{MARK}-tea", **told)
    remember(codex, "The Zorblattea is black.", name=f"{MARK}-tea", kind=f"{MARK}-kind")
    remember(codex, "Zorblatana lives in Ghent. Zorblatana works at Zorblatcorp.", name=f"{MARK}-ana")
    remember(codex, f"See [[{MARK}-tea|the zorblatlabel]] and [[{MARK}-nowhere]].", name=f"{MARK}-link")
    remember(codex, value={f"{MARK}key": f"{MARK}value"}, name=f"{MARK}-prefs")
    remember(codex, "Zorblatstep.", name=f"{MARK}-step", scope="task", task_id=f"{MARK}-task")
    remember(codex, "Zorblatweb says so.", name=f"{MARK}-web", trust="web", source=f"{MARK}.example")
    drafts = [Draft(content=f"Zorblatbatch {n}.", name=f"{MARK}-batch-{n}") for n in range(2)]
    submit_bulk(codex, drafts=drafts, label=f"{MARK} batch")
    create_handoff(
        codex,
        task_id=f"{MARK}-task",
        summary="Zorblathandoff goes on.",
        memories=[f"{MARK}-tea"],
        decisions=["Zorblatdecision."],
        next_actions=["Zorblataction."],
    )
    answer(codex, query="Which tea is green?", limit=3)
    remember(codex, "Zorblatdoomed.", name=f"{MARK}-doomed")
    # An agent's forgetting waits for the person where what it writes does.
    forget(replace(codex, mode=Mode.REVIEW), name=f"{MARK}-doomed")


def _govern(alice: Actor) -> None:
    remember(alice, "Zorblatrule: answer briefly.", name=f"{MARK}-rule", recall_tier="always", trust="owner")
    remember(alice, "Zorblatprivate.", name=f"{MARK}-private", sensitivity="private")
    save_guide(alice, text="# Zorblatguide\n\nAn earlier one.")
    save_guide(alice, text="# Zorblatguide\n\nRecall first.")
    set_policy(alice, decision="refuse", kind=f"{MARK}-kind", trust="web")
    pin_question(alice, question="Which tea is the zorblattea?", name=f"{MARK}-tea", within=5)
    upload_import(alice, chunks=[b"- Zorblatimport.\n"], filename=f"{MARK}.md")
    made = {"bytes": 1, "sha256": MARK, "rows": {"memory": 1}}
    row = Transfer.objects.create(
        kind="backup", state="done", user_id=alice.user_id, person=True, report=made
    )
    file_of(row).parent.mkdir(parents=True, exist_ok=True)
    file_of(row).write_bytes(gzip.compress(b"Zorblatbackup."))


def _connect(alice: Actor, stage: Stage) -> None:
    """A client that alice let in, a token that she made, an invitation that the operator wrote."""
    client = Client.objects.create(
        name=f"{MARK} client", client_type="public", redirect_uris="https://client.example/back"
    )
    granted = {"toolsets": ["memory"], "mode": "auto", "workspaces": ["default"]}
    connection = grant_connection(alice, client=client, permissions=EVERYTHING[:4], **granted)
    pair = issue_pair(connection, family=new_id(), permissions=EVERYTHING[:4], resource=resource())
    elsewhere = issue_pair(
        connection, family=new_id(), permissions=EVERYTHING[:4], resource="https://elsewhere.example/mcp"
    )
    stage.bearers |= {"granted": pair.access, "elsewhere": elsewhere.access}
    Invitation.objects.create(digest="0" * 64, note=f"{MARK} note", expires_at=timezone.now())


def _keys(stage: Stage) -> None:
    def issued(user: User, name: str, permissions: Iterable[str], **more: Any) -> str:
        return issue_token(user, name=name, permissions=list(permissions), **more)

    stage.bearers |= {
        "token": issued(stage.charlie, "scripts", EVERYTHING),
        "reader": issued(stage.alice, f"{MARK} reader", ["memory:read"]),
        "narrow": issued(stage.alice, f"{MARK} narrow", EVERYTHING, workspaces=["team"]),
        "expired": issued(stage.alice, f"{MARK} expired", EVERYTHING),
        "revoked": issued(stage.alice, f"{MARK} revoked", EVERYTHING),
    }
    late = PersonalToken.objects.filter(name=f"{MARK} expired")
    late.update(expires_at=timezone.now() - timedelta(seconds=1))
    revoke_token(stage.alice, token_id=PersonalToken.objects.get(name=f"{MARK} revoked").pk)
    # When a key was last used is noted each minute: not in these minutes.
    for keys in (PersonalToken, Connection):
        keys.objects.update(last_used_at=timezone.now() + timedelta(days=1))


def owner_rows(statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """What the tables hold, asked past row-level security."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, list(values))
        return list(cursor.fetchall())
