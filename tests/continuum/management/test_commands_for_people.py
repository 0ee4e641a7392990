"""`manage.py memories`, `tokens`, `export` and `doctor`: for people by default, JSON for programs."""

from __future__ import annotations

import json
import zipfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from continuum import health
from memories import access
from memories.models import Memory
from memories.services.removal import archive
from oauth.models import PersonalToken, User
from oauth.services.actors import actor_for_bearer
from tests.conftest import agent_actor, person_actor
from tests.stories import remember
from tests.tampering import behind_its_back


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def stored(alice: User) -> User:
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office")
        remember(agent, "The office is in Bruges.", name="office")
        remember(agent, "Tea at four.", name="tea")
    with access.acting(person_actor(alice)) as person:
        remember(person, "Only for me.", name="diary", sensitivity="private")
    return alice


def test_memories_are_listed_searched_and_shown(stored: User) -> None:
    assert run("memories", "list").splitlines()[-1] == "default/office  The office is in Bruges."
    assert len(json.loads(run("memories", "list", "--json"))) == 3, "a person sees what is private"
    assert run("memories", "search", "tea", "--limit", "1").startswith("default/tea  Tea at four.")
    shown = run("memories", "show", "office").splitlines()
    assert "version 2" in shown[0] and shown[-1] == "The office is in Bruges."
    assert "default/tea" in run("memories", "list", "--workspace", "team"), "read together with it"


def test_the_history_of_one(stored: User) -> None:
    lines = run("memories", "history", "office").splitlines()
    assert [line.split()[:2] for line in lines[1:3]] == [["v2", "active"], ["v1", "superseded"]]
    assert json.loads(run("memories", "history", "office", "--json"))["version"] == 2


def test_forgetting_needs_a_yes(stored: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="Say --yes"):
        run("memories", "forget", "tea")
    assert run("memories", "forget", "tea", "--yes").startswith("Forgotten: 1 versions")
    with access.acting(person_actor(stored)):
        assert not Memory.objects.filter(name="tea").exists()


def test_what_is_archived_can_be_forgotten(stored: User) -> None:
    with access.acting(person_actor(stored)) as person:
        archive(person, name="tea")
    assert run("memories", "forget", "tea", "--yes").startswith("Forgotten: 1 versions")


def test_what_is_not_there_is_one_sentence(stored: User) -> None:
    with pytest.raises(CommandError, match="No memory of that name here"):
        run("memories", "show", "nothing")
    with pytest.raises(CommandError, match="Nobody called 'zoe'"):
        run("memories", "list", "--person", "zoe")


def test_of_several_people_one_is_named(stored: User, bob: User) -> None:
    with pytest.raises(CommandError, match="--person NAME"):
        run("memories", "list")
    assert run("memories", "list", "--person", "bob") == "Nothing.\n"


def test_tokens_are_made_listed_and_revoked(stored: User) -> None:
    bearer = run("tokens", "create", "nightly", "--permission", "admin", "--days", "7").strip()
    assert actor_for_bearer(bearer).user_id == stored.pk
    (token,) = json.loads(run("tokens", "list", "--json"))
    assert (token["name"], token["permissions"]) == ("nightly", ["admin"])
    with pytest.raises(CommandError, match="Say --yes"):
        run("tokens", "revoke", str(token["id"]))
    run("tokens", "revoke", str(token["id"]), "--yes")
    assert run("tokens", "list") == "No tokens.\n" and PersonalToken.objects.get().revoked_at


@pytest.mark.parametrize(("kind", "memories"), [("package", 3), ("markdown", 3), ("json", 3)])
def test_exports_of_every_kind(stored: User, tmp_path: Path, kind: str, memories: int) -> None:
    path = tmp_path / ("out.json" if kind == "json" else "out.zip")
    told = json.loads(run("export", str(path), "--format", kind, "--json"))
    assert (told["memories"], told["bytes"]) == (memories, path.stat().st_size)
    assert kind == "json" or zipfile.is_zipfile(path)
    assert "2 memories" in run("export", str(tmp_path / "public.zip"), "--format", kind, "--without-private")


def test_doctor_names_what_is_wrong_and_what_mends_it(
    committed: None, stored: User, settings: Any, tmp_path: Path
) -> None:
    settings.PORT, settings.BACKUPS = 9, tmp_path
    out = StringIO()
    with behind_its_back() as cursor:
        cursor.execute("UPDATE memories_event SET action = 'memory.restored' WHERE sequence = 2")
    with pytest.raises(CommandError, match="need attention"):
        call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert "BAD  events: 1 do not hold, the first is alice/default" in lines
    assert lines[lines.index(next(line for line in lines if line.startswith("BAD  server"))) + 1] == (
        "     -> manage.py up"
    )
    assert "ok   row security: binds the application's role" in lines


def test_doctor_sends_nobody_to_start_a_broker_that_is_not_ours(
    committed: None, stored: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_BROKER_URL = "redis://elsewhere:6379/0"
    monkeypatch.setattr(health, "broker", lambda: {"status": health.DEGRADED, "reason": "It is locked."})
    out = StringIO()
    with pytest.raises(CommandError, match="need attention"):
        call_command("doctor", stdout=out)
    assert "BAD  broker: It is locked.\n     -> Mend CONTINUUM_BROKER_URL\n" in out.getvalue()
