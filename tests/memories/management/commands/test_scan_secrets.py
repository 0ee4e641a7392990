"""`manage.py scan_secrets`."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from continuum.checks import secrets_scanned
from memories import access
from memories.intake.batches import open_batch
from memories.models import Memory, Revision, Workspace
from memories.secrets.version import rules_version
from memories.services import secret_scan
from memories.services.purposes import RETENTION, purpose
from memories.services.removal import forget
from oauth.models import User
from tests.conftest import agent_actor
from tests.memories.secrets.made import token
from tests.stories import append, remember

TOKEN = token("gitlab_token")


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("scan_secrets", *arguments, stdout=out)
    return out.getvalue()


def found(*arguments: str) -> str:
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 workspaces hold a secret") as refused:
        call_command("scan_secrets", *arguments, stdout=out)
    assert refused.value.returncode == 1
    assert TOKEN[8:16] not in out.getvalue()
    return out.getvalue()


def slip_in(alice: User, count: int = 1) -> None:
    with access.acting(agent_actor(alice)) as actor:
        Workspace.objects.filter(name="default").update(secret_policies={"gitlab_token": "off"})
        for number in range(count):
            remember(actor, f"Runner {number} has {TOKEN}.", name=f"runner-{number}")
        Workspace.objects.filter(name="default").update(secret_policies={})


def test_a_clean_store_is_said_to_be_clean(committed: None, alice: User) -> None:
    assert printed() == (
        "alice/default: 0 memories read, 0 with a secret, 0 put into quarantine now.\n"
        "alice/team: 0 memories read, 0 with a secret, 0 put into quarantine now.\n"
    )
    with pytest.raises(CommandError, match="no workspace called 'attic'"):
        printed("--workspace", "attic")


def test_it_exits_1_and_tells_kind_and_place(committed: None, alice: User) -> None:
    slip_in(alice)
    assert found().splitlines()[:2] == [
        "alice/default: 1 memories read, 1 with a secret, 1 put into quarantine now.",
        "alice/default: gitlab_token in content of 1 memories",
    ]


def test_for_a_program_it_tells_the_rows(committed: None, alice: User) -> None:
    slip_in(alice)
    told = json.loads(found("--json", "--dry-run"))
    assert told["rules"] == rules_version()
    default = next(each for each in told["workspaces"] if each["name"] == "default")
    with access.acting(agent_actor(alice)):
        memory = Memory.objects.get(quarantined_at=None)
    assert default["held"] == [{"place": "content", "kind": "gitlab_token", "row": str(memory.pk)}]
    assert default["quarantined"] == 0


def test_what_is_no_memory_is_told_and_stays(committed: None, alice: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        Workspace.objects.filter(name="default").update(secret_policies={"gitlab_token": "off"})
        batch = open_batch(actor, label=f"with {TOKEN}")
        Workspace.objects.filter(name="default").update(secret_policies={})
    assert f"gitlab_token in batch label ({batch.pk}): not put away, change it" in found()


def test_a_scan_that_broke_off_goes_on_where_it_was(
    committed: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret_scan, "MEMORIES_AT_ONCE", 2)
    slip_in(alice, 5)
    put_away, calls = secret_scan._put_away, []

    def breaking(*arguments: Any) -> bool:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return put_away(*arguments)

    monkeypatch.setattr(secret_scan, "_put_away", breaking)
    with pytest.raises(KeyboardInterrupt):
        printed()
    monkeypatch.setattr(secret_scan, "_put_away", put_away)
    with access.acting(agent_actor(alice)):
        assert Memory.objects.exclude(quarantined_at=None).count() == 2
    assert "5 memories read, 5 with a secret, 3 put into quarantine now." in found()


def test_what_was_forgotten_meanwhile_is_not_put_away(
    committed: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip_in(alice)
    turn = secret_scan.turn

    def late(actor: Any, where: Any, permission: Any) -> Any:
        with access.acting(agent_actor(alice)) as agent:
            forget(agent, name="runner-0")
        return turn(actor, where, permission)

    monkeypatch.setattr(secret_scan, "turn", late)
    assert "1 with a secret, 0 put into quarantine now." in found()


def test_what_was_mended_meanwhile_is_not_put_away(
    committed: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip_in(alice)
    turn = secret_scan.turn

    def late(actor: Any, where: Any, permission: Any) -> Any:
        with transaction.atomic(), purpose(RETENTION):
            Revision.objects.all().delete()
        return turn(actor, where, permission)

    monkeypatch.setattr(secret_scan, "turn", late)
    assert "1 with a secret, 0 put into quarantine now." in found()


def test_a_check_says_when_the_rules_are_newer_than_the_last_scan(committed: None, alice: User) -> None:
    assert secrets_scanned(databases=["default"]) == []  # nothing is stored
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The office is in Ghent.", name="office")
        append(actor, "office", "By the canal.")
    (hint,) = secrets_scanned(databases=["default"])
    assert (hint.id, "scan_secrets" in str(hint.hint)) == ("continuum.W008", True)
    printed()
    assert secrets_scanned(databases=["default"]) == []
    assert secrets_scanned() == []
