"""`manage.py init`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memories.models import Membership
from memories.services.workspaces import every_workspace
from oauth.models import User


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("init", *arguments, stdout=out)
    return out.getvalue()


def test_the_owner_and_a_workspace_are_made_once(committed) -> None:
    first = json.loads(run("--json", "--mode", "auto"))
    assert first["new"] and first["mcp_url"].endswith("/mcp")
    assert [(each.owner, each.name) for each in every_workspace()] == [("owner", "default")]
    again = run()
    assert again.startswith("There already: ") and "manage.py connect claude|codex" in again
    assert Membership.objects.count() == 1 and User.objects.count() == 1


def test_a_server_elsewhere_is_made_otherwise(settings) -> None:
    settings.LOCAL_PROFILE = False
    with pytest.raises(CommandError, match="no local profile"):
        run()
