"""Undoing a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import NotFound
from memories import access
from memories.intake.again import undo_batch
from memories.intake.submit import submit_all
from memories.models import Batch, Event, Revision, Status
from memories.recall.reading import get_memory
from memories.services.batches import open_batch
from memories.services.drafts import Draft
from memories.services.recall_tier import set_recall
from memories.services.removal import restore
from memories.services.review import approve
from memories.services.undo_plan import CHANGED_SINCE
from memories.services.undoing import Kept
from memories.services.workspaces import change_workspace
from tests.stories import append, names_found, remember


def says(actor: Actor, name: str) -> str:
    return get_memory(actor, name=name).content


@pytest.fixture
def batch(actor: Actor) -> Callable[..., Batch]:
    """Writes these texts by name as one batch of alice's agent."""

    def written(**texts: str) -> Batch:
        made = open_batch(actor, label="import")
        drafts = [Draft(name=name, content=text) for name, text in texts.items()]
        submit_all(actor, drafts=drafts, batch_id=made.pk)
        return made

    return written


def test_a_batch_is_undone_exactly(actor: Actor, person: Actor, batch: Callable[..., Batch]) -> None:
    remember(person, "In Ghent.", name="office")
    remember(actor, "Coffee.", name="drink")
    made = batch(office="In Bruges.", lunch="Soup.")
    found = undo_batch(person, batch_id=made.pk)
    assert (found.restored, found.removed, found.kept) == (["office"], ["lunch"], [])
    assert (says(person, "office"), says(person, "drink")) == ("In Ghent.", "Coffee.")
    made.refresh_from_db()
    assert made.undone_at is not None


def test_undone_twice_there_is_nothing_more(person: Actor, batch: Callable[..., Batch]) -> None:
    made = batch(office="In Bruges.", lunch="Soup.")
    undo_batch(person, batch_id=made.pk)
    events, rows = Event.objects.count(), Revision.objects.count()
    again = undo_batch(person, batch_id=made.pk)
    assert again.counts == dict.fromkeys(again.counts, 0)
    assert (Event.objects.count(), Revision.objects.count()) == (events, rows)


def test_what_a_person_changed_since_is_kept_and_reported(person: Actor, batch: Callable[..., Batch]) -> None:
    made = batch(office="In Bruges.", lunch="Soup.", rule="Be brief.")
    append(person, "office", "Second floor.")
    set_recall(person, name="rule", recall="always")
    found = undo_batch(person, batch_id=made.pk)
    assert found.removed == ["lunch"]
    assert sorted(kept.name for kept in found.kept) == ["office", "rule"]
    assert says(person, "office") == "In Bruges.\nSecond floor."


def test_a_proposed_batch_is_withdrawn_or_taken_back_after_approval(
    actor: Actor, person: Actor, batch: Callable[..., Batch]
) -> None:
    change_workspace(person, workspace="default", mode="review")
    made = batch(office="In Bruges.", lunch="Soup.")
    approve(person, revision_id=Revision.objects.get(content="Soup.").pk)
    found = undo_batch(person, batch_id=made.pk)
    assert (found.withdrawn, found.removed) == (["office"], ["lunch"])
    assert names_found(person, "office lunch") == []
    assert not Revision.objects.filter(status=Status.PROPOSED).exists()


def test_a_batch_of_another_person_is_not_there(
    stranger: Actor, person: Actor, batch: Callable[..., Batch]
) -> None:
    made = batch(office="In Bruges.")
    with access.acting(stranger), pytest.raises(NotFound):
        undo_batch(stranger, batch_id=made.pk)
    assert says(person, "office") == "In Bruges."


def test_a_restored_memory_of_an_undone_batch_is_undone_no_second_time(
    person: Actor, batch: Callable[..., Any]
) -> None:
    made = batch(office="In Bruges.")
    undo_batch(person, batch_id=made.pk)
    restore(person, name="office")
    found = undo_batch(person, batch_id=made.pk)
    assert found.kept == [Kept("office", CHANGED_SINCE)]
    assert says(person, "office") == "In Bruges."
