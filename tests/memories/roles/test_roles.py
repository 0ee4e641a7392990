"""Every role with every verb, in a workspace of somebody else's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from django.db import transaction

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError, Forbidden
from continuum.kernel.roles import LADDER, Permission, Role
from memories import access
from memories.services.invitations import accept_invitation, invite_member
from memories.services.review import decide_many
from memories.services.workspaces import ways_in
from oauth.models import User
from tests.conftest import person_actor
from tests.memories.roles.stage import WHERE, Stage, set_up
from tests.memories.roles.table import ELSEWHERE, NOT_OF_ONE_WORKSPACE, TABLE, Line

ROOMS = ("services", "recall", "intake", "portability", "pipeline", "injection")
MORE_THAN_READING = {f"Permission.{each.name}" for each in Permission} - {
    "Permission.READ",
    "Permission.WEB",
}


@pytest.fixture
def stage(alice: User, bob: User, charlie: User, tmp_path: Path) -> Stage:
    with access.acting(person_actor(alice)) as owner:
        link = invite_member(owner, workspace=WHERE, role="editor").secret
    accept_invitation(person_actor(charlie), secret=link)
    return set_up(alice, charlie, tmp_path)


def bob_as(role: Role, bob: User, stage: Stage) -> Actor:
    return replace(person_actor(bob), roles=MappingProxyType({stage.where: role}))


def refused(line: Line, actor: Actor, stage: Stage) -> bool:
    """Whether the role is what the verb was refused for. Whatever it does is taken back."""
    with access.acting(actor), transaction.atomic():
        asked = line.asked(actor, stage)
        try:
            with transaction.atomic():
                line.verb(actor, **asked)
        except Forbidden as error:
            return error.details.get("role") == actor.role_in(stage.where)
        except ContinuumError:
            return False
        finally:
            transaction.set_rollback(True)
    return False


@pytest.mark.parametrize("role", list(Role))
def test_a_role_may_do_what_it_says_and_nothing_else(
    role: Role, alice: User, bob: User, stage: Stage
) -> None:
    actor = person_actor(alice) if role is Role.OWNER else bob_as(role, bob, stage)
    wrong = [
        f"{line.verb.__name__} {'refused' if was else 'let through'}"
        for line in TABLE
        if (was := refused(line, actor, stage)) == (line.takes in LADDER[role])
    ]
    assert wrong == []


def test_every_verb_that_takes_more_than_reading_is_in_the_table() -> None:
    tried = {f"{line.verb.__module__}.{line.verb.__name__}".removeprefix("memories.") for line in TABLE}
    known = tried | set(ELSEWHERE.values()) | NOT_OF_ONE_WORKSPACE.keys()
    assert set(ELSEWHERE) <= tried
    assert sorted(set(_verbs()) - known) == []


def _verbs() -> Iterator[str]:
    for room in ROOMS:
        for path in Path("memories", room).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if _takes_more(node):
                    module = ".".join(path.with_suffix("").parts[1:])
                    yield f"{module}.{node.name}"


def _takes_more(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_") or not node.args.args:
        return False
    named = {ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return node.args.args[0].arg == "actor" and bool(named & MORE_THAN_READING)


def test_a_decision_among_many_that_is_not_ones_own_says_so(bob: User, stage: Stage) -> None:
    with access.acting(bob_as(Role.READER, bob, stage)) as reader:
        decided = decide_many(reader, revision_ids=[stage.proposal], decision="approve")
    assert [(each.done, each.code) for each in decided] == [(False, "FORBIDDEN")]
    assert "reader" in decided[0].message


def test_ones_own_workspaces_are_ones_own_whatever_one_is_elsewhere(bob: User, stage: Stage) -> None:
    ways = ways_in(bob.pk)
    reader = bob_as(Role.READER, bob, stage)
    assert reader.role_in(ways.workspaces["default"]) == Role.OWNER
    assert reader.where(Permission.WRITE) == [ways.workspaces["default"]]


def test_a_role_is_no_more_than_the_connections_permissions(bob: User, stage: Stage) -> None:
    actor = replace(bob_as(Role.EDITOR, bob, stage), permissions=frozenset({Permission.READ}), person=False)
    with pytest.raises(Forbidden, match="This connection lacks the permission memory:write"):
        access.workspace_id(actor, WHERE, Permission.WRITE)
