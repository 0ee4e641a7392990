"""`manage.py members`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memories.services.invitations import find_offer
from memories.services.workspaces import ways_in
from oauth.models import User

PERSON = ("--person", "alice")


def run(*words: str) -> str:
    out = StringIO()
    call_command("members", *words, *PERSON, stdout=out)
    return out.getvalue()


def test_members_are_listed_changed_and_removed(alice: User, bob: User) -> None:
    assert [line.split() for line in run("list", "team").splitlines()] == [
        ["alice", "owner"],
        ["bob", "editor"],
    ]
    assert "bob is reader in team now." in run("role", "team", "bob", "reader")
    assert json.loads(run("list", "team", "--json"))[1]["role"] == "reader"
    with pytest.raises(CommandError, match="Say --yes"):
        run("remove", "team", "bob")
    assert "bob is out" in run("remove", "team", "bob", "--yes")
    assert "team" not in ways_in(bob.pk).workspaces


def test_a_link_is_printed(alice: User) -> None:
    link = json.loads(run("invite", "team", "reviewer", "--note", "Dora", "--json"))["link"]
    offer = find_offer(link.rsplit("/")[-1])
    assert offer is not None and (offer.workspace, offer.role) == ("team", "reviewer")


def test_who_is_not_there_is_told(alice: User, charlie: User) -> None:
    with pytest.raises(CommandError, match="charlie is not in this workspace"):
        run("role", "team", "charlie", "reader")
    with pytest.raises(CommandError, match="No workspace of that name"):
        run("list", "nowhere")
