"""Secrets in what is stored, as one workspace sees them."""

from __future__ import annotations

from random import Random

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.models import FalseAlarm
from memories.secrets.redact import MAX_ROUNDS
from memories.services.sieve import Sieve

LETTERS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789"
TOKEN = "gh" + "p_" + "".join(Random("sieve").choices(LETTERS, k=36))
HIDDEN = "secret " + " ".join(
    "aB3" + "".join(Random(f"sieve/{place}").choices(LETTERS, k=200)) for place in range(MAX_ROUNDS)
)
"""Each comes near to the word for a secret only when the one before it is taken out."""


def sieve(actor: Actor, workspace: str = "default") -> Sieve:
    return Sieve(access.workspace(actor.workspaces[workspace]))


def test_a_false_alarm_is_one_in_its_own_workspace_alone(actor: Actor) -> None:
    (digest,) = sieve(actor).false_alarms_in([TOKEN])
    FalseAlarm.objects.create(workspace_id=actor.workspaces["default"], digest=digest, user_id=1)
    assert sieve(actor).kinds_in(TOKEN) == set()
    assert sieve(actor, "team").kinds_in(TOKEN) == {"github_token"}


def test_no_workspace_has_another_one_s_digest(actor: Actor) -> None:
    assert sieve(actor).false_alarms_in([TOKEN]) != sieve(actor, "team").false_alarms_in([TOKEN])


def test_what_comes_to_light_when_another_is_taken_out_is_taken_out_too(actor: Actor) -> None:
    assert sieve(actor).without(HIDDEN) == "secret" + " <redacted:high_entropy>" * MAX_ROUNDS


def test_a_text_that_cannot_be_cleaned_is_taken_out_whole(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.services.sieve.MAX_ROUNDS", MAX_ROUNDS - 1)
    assert sieve(actor).without(HIDDEN) == "<redacted>"


def test_what_a_client_is_called_is_no_secret_by_the_words_in_it(actor: Actor) -> None:
    label = "token:" + "Tr0ub4" + "dor3xyzQ"
    assert sieve(actor).kinds_in_label(label) == set()
    assert sieve(actor).kinds_in_label(f"token:{TOKEN}") == {"github_token"}
