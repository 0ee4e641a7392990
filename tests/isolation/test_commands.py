"""What has no address: commands that are run for somebody else, from Django's registry, and what the admin
does to many rows at once, from its own.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from continuum.management.commands import tokens
from memories import access
from memories.models import Proposal, Revision
from memories.portability.backup.writing import back_up
from tests.conftest import person_actor
from tests.isolation import commands as known
from tests.isolation.actions import KNOWN, actions, form, labels
from tests.isolation.asked_by import default_alone, told
from tests.isolation.asking import Asker, traces
from tests.isolation.commanding import Console
from tests.isolation.commands import Command, Reach, commands, reach_of, unexplained
from tests.isolation.deceived import deceived, own
from tests.isolation.stage import MARK, Stage
from tests.isolation.table import listed_commands
from tests.isolation.values import hers

pytestmark = pytest.mark.timeout(300)
TABLE = listed_commands()
TRIED = [command for command, (reach, *_) in TABLE.items() if reach in (Reach.PERSON, Reach.WORKSPACE)]


@pytest.fixture(scope="module")
def backup(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Alice's whole vault, come into somebody's hands."""
    to = tmp_path_factory.mktemp("backup") / "alice.continuum"
    return back_up(person_actor(stage.alice), to=to, vectors=False).path


@pytest.fixture
def charlie(stage: Stage, backup: Path, tmp_path: Path) -> Console:
    return Console(stage, stage.charlie, tmp_path, backup=backup)


@pytest.fixture
def leaky(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Command:
    """`tokens list` that forgot who asks, and tells texts."""
    alice = person_actor(stage.alice)

    def leak(_command: Any, _options: Any) -> tuple[Any, str]:
        with access.acting(alice):
            return {}, " ".join(Revision.objects.values_list("content", flat=True))

    monkeypatch.setattr(tokens.Command, "_list", leak)
    return Command("tokens", "list")


def test_every_command_is_listed_with_what_it_reaches() -> None:
    assert set(commands()) == set(TABLE), (
        "List each command, verb by verb, in tests/isolation/commands.txt with what it reaches."
    )


def test_what_a_command_reaches_is_what_it_takes() -> None:
    says = {command: reach_of(command) for command in TABLE}
    assert {command: reach for command, reach in says.items() if reach} == {
        command: reach for command, (reach, *_) in TABLE.items() if command in TRIED
    }


def test_every_argument_and_every_other_command_is_explained() -> None:
    assert unexplained() == []


def test_a_command_and_an_argument_that_nobody_listed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "WITHIN", known.WITHIN - {"wanted"})
    assert any(line.startswith("memories show takes wanted") for line in unexplained())
    monkeypatch.setattr(known, "get_commands", lambda: {"leak": "memories.leaky", "tokens": "continuum"})
    assert [line for line in unexplained() if "memories.leaky brings commands" in line]


def test_a_command_for_somebody_else_meets_no_trace_of_alice(charlie: Console) -> None:
    assert told(charlie.faults(command, TABLE[command][1]) for command in TRIED) == ""


def test_row_security_alone_keeps_commands_from_her_too(charlie: Console) -> None:
    with deceived(charlie.stage, told_to_postgres=own(charlie.stage)):
        assert told(charlie.faults(command, None) for command in TRIED) == ""


def test_a_command_that_leaks_is_found(charlie: Console, leaky: Command) -> None:
    assert any("shows" in fault and MARK in fault for fault in charlie.faults(leaky, "ok"))


def test_every_command_does_for_alice_what_it_is_for(stage: Stage, backup: Path, tmp_path: Path) -> None:
    alice = Console(stage, stage.alice, tmp_path, backup=backup)
    assert {str(each): alice.works(each) for each in TRIED} == {str(each): TABLE[each][2] for each in TRIED}


def test_djangos_own_dump_of_the_tables_holds_nothing_of_hers(stage: Stage) -> None:
    """It acts in no workspace; what it does write is exempt by name (test_database.py)."""
    out = StringIO()
    call_command("dumpdata", "memories", "--exclude", "memories.transfer", stdout=out)
    assert "memories.membership" in out.getvalue() and MARK not in out.getvalue().lower()


def test_every_action_of_the_admin_is_listed(stage: Stage) -> None:
    assert labels(stage.operator) == KNOWN, "Say in tests/isolation/actions.py what is new."


def test_nobody_but_staff_has_any(stage: Stage) -> None:
    assert labels(stage.charlie) == labels(AnonymousUser()) == set()


@pytest.mark.parametrize("who", ["charlie", "operator"])
def test_no_action_reaches_what_alice_remembers(stage: Stage, who: str) -> None:
    asker, values = Asker(stage, user=getattr(stage, who), spare=default_alone(stage)), hers(stage)
    for model, action in actions(stage.operator):
        if model._meta.app_label == "memories":
            answer = asker.ask("POST", form(model, action, values))
            assert traces(stage, answer, values) == set() and answer.changed == (), (model, action)


def test_an_action_that_nobody_listed_is_found(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def publish(page: Any, request: Any, rows: Any) -> None:
        """Would hand out what is ticked."""

    monkeypatch.setattr(type(admin.site._registry[Proposal]), "actions", (publish,))
    assert labels(stage.operator) - KNOWN == {("memories.proposal", "publish")}
