"""A proposal is approved in other words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound, SecretRefused, ValidationFailed
from memories import access
from memories.intake.again import undo_client_writes
from memories.intake.editing import approve_edited
from memories.models import Event, Memory, Passage, Revision, Status
from memories.recall.reading import get_memory
from memories.services import review
from memories.services.removal import archive
from memories.services.undo_plan import CHANGED_SINCE
from memories.services.undoing import Kept
from tests.stories import names_found, remember

KEY = "AKIA" + "Q3EXAMPLZ7TB2WVH"


def propose(actor: Actor, text: str = "The office is in Gent.", name: str = "office", **fields: Any) -> UUID:
    return UUID(
        remember(actor, text, name=name, **{"trust": "web", "source": "a page", **fields}).revision_id
    )


def test_the_edited_text_is_active_and_the_proposal_is_history(actor: Actor, person: Actor) -> None:
    proposal = propose(actor, kind="project", recall_tier="manual")
    revision = approve_edited(person, revision_id=proposal, content="The office is in Ghent.")
    memory = get_memory(person, name="office")
    assert (memory.content, memory.version, memory.revision_id) == ("The office is in Ghent.", 1, revision.pk)
    assert (memory.kind, memory.recall, memory.trust, memory.source) == ("project", "manual", "web", "a page")
    assert (revision.author_id, revision.client) == (person.user_id, "dashboard")
    assert Revision.objects.get(pk=proposal).status == Status.SUPERSEDED
    assert names_found(person, "office Ghent") == ["office"] and Passage.objects.count() == 1
    assert Event.objects.get(action="proposal.approved").details == {"version": 1, "edited": str(proposal)}


def test_a_value_is_edited_as_json(actor: Actor, person: Actor) -> None:
    proposal = UUID(remember(actor, value={"a": 1}, name="settings", trust="web").revision_id)
    approve_edited(person, revision_id=proposal, value={"a": 2}, description="Mended.")
    memory = get_memory(person, name="settings")
    assert (memory.value, memory.description) == ({"a": 2}, "Mended.")


def test_what_the_proposal_replaces_is_replaced(actor: Actor, person: Actor) -> None:
    remember(person, "In Bruges.", name="old office")
    proposal = propose(actor, supersedes=["old office"])
    approve_edited(person, revision_id=proposal, content="In Ghent.")
    with pytest.raises(NotFound):
        get_memory(person, name="old office")


def test_a_secret_written_in_by_hand_is_refused_and_the_reason_kept(actor: Actor, person: Actor) -> None:
    proposal = propose(actor)
    with pytest.raises(SecretRefused):
        approve_edited(person, revision_id=proposal, content=f"The key is {KEY}")
    row = Revision.objects.get()
    assert row.status == Status.PROPOSED and row.failure and KEY not in row.failure


@pytest.mark.parametrize("given", [{}, {"content": " "}, {"content": "x", "value": 1}, {"content": "\x00"}])
def test_an_edit_that_cannot_be_is_refused(actor: Actor, person: Actor, given: dict[str, Any]) -> None:
    proposal = propose(actor)
    with pytest.raises(ValidationFailed):
        approve_edited(person, revision_id=proposal, **given)
    assert Revision.objects.get().status == Status.PROPOSED


def test_what_moved_on_or_was_archived_is_edited_only_on_purpose(actor: Actor, person: Actor) -> None:
    proposal = propose(actor)
    remember(person, "In Antwerp.", name="office")
    archive(person, name="office")
    with pytest.raises(Conflict):
        approve_edited(person, revision_id=proposal, content="In Ghent.")
    assert Revision.objects.get(pk=proposal).failure
    approve_edited(person, revision_id=proposal, content="In Ghent.", anyway=True)
    assert names_found(person, "Ghent") == ["office"]
    assert Memory.objects.get().archived_at is None
    with pytest.raises(Conflict, match="decided already"):
        approve_edited(person, revision_id=proposal, content="In Ghent.")


def test_what_a_person_edited_is_not_undone_with_the_clients_writes(actor: Actor, person: Actor) -> None:
    approve_edited(person, revision_id=propose(actor), content="The office is in Ghent.")
    found = undo_client_writes(person, client=actor.client, last=1)
    assert found.kept == [Kept("office", CHANGED_SINCE)]
    assert get_memory(person, name="office").content == "The office is in Ghent."


def test_editing_needs_the_right_to_decide_and_to_see(actor: Actor, stranger: Actor) -> None:
    proposal = propose(actor)
    lesser = replace(actor, permissions=actor.permissions - {Permission.REVIEW})
    with pytest.raises(Forbidden, match="memory:review"):
        approve_edited(lesser, revision_id=proposal, content="x")
    with access.acting(stranger):
        for wanted in (proposal, uuid4()):
            with pytest.raises(NotFound):
                approve_edited(stranger, revision_id=wanted, content="x")
    hidden = propose(replace(actor, private=True), "Diary.", "diary", sensitivity="private")
    with pytest.raises(NotFound):
        approve_edited(actor, revision_id=hidden, content="x")


def test_an_edit_that_fails_half_way_changes_nothing(
    actor: Actor, person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = propose(actor)
    monkeypatch.setattr(review.Turn, "record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        approve_edited(person, revision_id=proposal, content="In Ghent.")
    assert (Revision.objects.get().status, Revision.objects.get().failure) == (
        "proposed",
        "ZeroDivisionError",
    )
