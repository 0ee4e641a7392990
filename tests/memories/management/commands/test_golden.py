"""`manage.py golden`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memories import access
from memories.intake.golden import pin_question
from oauth.models import User
from tests.conftest import agent_actor
from tests.stories import remember


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("golden", *arguments, stdout=out)
    return out.getvalue()


def pinned(alice: User, name: str) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "Tea is served at four.", name="tea")
        remember(actor, "The harbour is wide.", name="harbour")
        pin_question(actor, question="When is tea?", name=name)


def test_figures_are_told_for_every_workspace(alice: User) -> None:
    pinned(alice, "tea")
    told = printed()
    assert "alice/default: 1 of 1 kept; recall@5 1.00, recall@10 1.00, MRR 1.00." in told
    assert "alice/team: 0 of 0 kept" in told


def test_one_that_missed_fails_the_build_and_says_why(alice: User) -> None:
    pinned(alice, "harbour")
    out = StringIO()
    with pytest.raises(CommandError, match="1 golden questions") as failed:
        call_command("golden", "--workspace", "default", stdout=out)
    assert failed.value.returncode == 1
    assert "MISSED When is tea? -> harbour: It shares no word" in out.getvalue()


def test_what_got_worse_is_told_beside_what_it_was(alice: User) -> None:
    pinned(alice, "tea")
    printed()
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "When is tea? Tea is when the bell rings for tea.", name="bell")
    told = printed()
    assert "0 worse" not in told and "1 worse, 0 better than before." in told
    assert "WORSE When is tea? -> tea: place 1, now 2" in told


def test_figures_for_a_program(alice: User) -> None:
    pinned(alice, "tea")
    (told,) = json.loads(printed("--workspace", "default", "--json"))["workspaces"]
    assert (told["asked"], told["kept"], told["mrr"], told["missed"]) == (1, 1, 1.0, [])
    with pytest.raises(CommandError, match="no workspace"):
        printed("--workspace", "nowhere")
