"""`manage.py reindex`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memories import access
from memories.models import Passage
from oauth.models import User
from tests.conftest import agent_actor
from tests.stories import names_found, remember


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("reindex", *arguments, stdout=out)
    return out.getvalue()


def test_every_workspace_is_rebuilt_and_counted(alice: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The harbour is wide.", name="harbour")
        Passage.objects.update(words="nonsense", vector=None, dimensions=None, model="")
    told = printed("--wait")
    assert "alice/default: 1 memories, 1 passages; 0 vectors stayed, 0 jobs wait." in told
    assert "alice/team: 0 memories" in told
    with access.acting(agent_actor(alice)) as actor:
        assert names_found(actor, "harbour") == ["harbour"]
        assert Passage.objects.filter(vector=None).count() == 0


def test_one_workspace_for_a_program(alice: User) -> None:
    (told,) = json.loads(printed("--workspace", "team", "--json"))["workspaces"]
    assert (told["name"], told["memories"], told["waiting"]) == ("team", 0, 1)
    with pytest.raises(CommandError, match="no workspace"):
        printed("--workspace", "nowhere")
