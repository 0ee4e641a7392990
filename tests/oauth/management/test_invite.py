"""`manage.py invite`."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from oauth.models import Invitation


def test_it_prints_a_link_that_is_kept_as_a_hash(
    db: None, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SIGN_UP = "invite"
    call_command("invite", "Dora   from work")
    address = capsys.readouterr().out.strip()
    kept = Invitation.objects.get()
    assert address.startswith("http://localhost:8787/sign-up/invitation/")
    assert kept.note == "Dora from work" and kept.digest not in address


@pytest.mark.parametrize("sign_up", ["closed", "open"])
def test_it_says_when_invitations_open_nothing(db: None, settings: Any, sign_up: str) -> None:
    settings.SIGN_UP = sign_up
    with pytest.raises(CommandError, match="CONTINUUM_SIGN_UP"):
        call_command("invite")
    assert not Invitation.objects.exists()
