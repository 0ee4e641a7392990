"""What a workspace does with each kind of secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, SecretRefused, ValidationFailed
from memories import access
from memories.models import Event, Workspace
from memories.secrets.kinds import KINDS, Policy
from memories.services.secret_policies import list_secret_policies, set_secret_policies
from tests.stories import remember

MAIL = "Write to ines.peeters" + "@" + "mailbox.org about the invoice."


def test_every_kind_is_listed_with_what_is_usual(person: Actor) -> None:
    found = list_secret_policies(person)
    assert [row.kind for row in found] == [kind.name for kind in KINDS]
    assert all(row.policy == row.usual for row in found)


def test_what_is_set_counts_from_the_next_write(person: Actor) -> None:
    assert remember(person, MAIL).status == "stored"
    set_secret_policies(person, policies={"email": "refuse"})
    with pytest.raises(SecretRefused):
        remember(person, MAIL.replace("Write", "Answer"))
    assert {row.kind: row.policy for row in list_secret_policies(person)}["email"] is Policy.REFUSE


def test_the_usual_thing_is_not_kept_and_no_change_leaves_no_event(person: Actor) -> None:
    set_secret_policies(person, policies={"email": "redact"})
    set_secret_policies(person, policies={"email": "off"})
    before = Event.objects.count()
    set_secret_policies(person, policies={"email": "off", "jwt": "refuse"})
    where = person.workspaces["default"]
    assert Workspace.objects.get(pk=where).secret_policies == {} and Event.objects.count() == before


@pytest.mark.parametrize("wrong", [{"ghost": "off"}, {"email": "burn"}])
def test_what_there_is_not_is_refused(person: Actor, wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationFailed):
        set_secret_policies(person, policies=wrong)


def test_it_needs_the_permission_and_the_workspace(person: Actor, stranger: Actor) -> None:
    with pytest.raises(Forbidden):
        set_secret_policies(replace(person, permissions=frozenset()), policies={"email": "off"})
    with access.acting(stranger), pytest.raises(NotFound):
        set_secret_policies(stranger, policies={"email": "off"}, workspace="nowhere")
