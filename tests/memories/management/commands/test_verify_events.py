"""`manage.py verify_events`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memories import access
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor
from tests.stories import append, remember
from tests.tampering import behind_its_back


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_events", *arguments, stdout=out)
    return out.getvalue()


def test_it_checks_every_workspace(committed: None, alice: User) -> None:
    told = printed()
    assert told == "alice/default: 1 events hold (1 to 1).\nalice/team: 1 events hold (1 to 1).\n"
    assert json.loads(printed("--workspace", "team", "--json"))["workspaces"][0]["holds"]
    with pytest.raises(CommandError, match="no workspace called 'attic'"):
        printed("--workspace", "attic")


def test_it_checks_accounts_too(committed: None, alice: User) -> None:
    issue_token(alice, name="laptop", permissions=["memory:read"])
    assert printed().endswith("account alice: 1 events hold (1 to 1).\n")
    with behind_its_back("oauth_accountevent", "keep_account_events") as cursor:
        cursor.execute("UPDATE oauth_accountevent SET subject = 'token:9'")
    with pytest.raises(CommandError, match="1 of 3 chains are broken"):
        printed()


def test_it_exits_1_and_names_the_first_broken_link(committed: None, alice: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "milk", name="shopping")
        append(actor, "shopping", "eggs")
    with behind_its_back() as cursor:
        cursor.execute("UPDATE memories_event SET action = 'x' WHERE sequence > 1")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 chains are broken") as refused:
        call_command("verify_events", stdout=out)
    assert refused.value.returncode == 1
    assert "alice/default: BROKEN at event 2. The event is not what was written" in out.getvalue()
