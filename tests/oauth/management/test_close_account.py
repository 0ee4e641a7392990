"""`manage.py close_account`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from oauth.models import User


def test_without_yes_it_only_tells(alice: User, bob: User, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="--yes"):
        call_command("close_account", "alice")
    assert "team: 0 memories, 1 others use it" in capsys.readouterr().out
    assert User.objects.filter(pk=alice.pk).exists()


def test_what_others_use_must_be_named(alice: User, bob: User) -> None:
    with pytest.raises(CommandError, match="team"):
        call_command("close_account", "alice", "--yes")
    call_command("close_account", "alice", "--yes", "--shared", "team")
    assert not User.objects.filter(pk=alice.pk).exists()


def test_nobody_cannot_be_closed(db: None) -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("close_account", "nobody", "--yes")
