"""Undoing a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.intake.again import undo_batch, undo_client_writes
from memories.intake.submit import submit_all, submit_bulk
from memories.models import Batch, Event, Memory, Revision, Status
from memories.recall.reading import get_memory
from memories.services.batches import open_batch
from memories.services.drafts import Draft
from memories.services.recall_tier import set_recall
from memories.services.removal import forget, restore
from memories.services.review import approve
from memories.services.undo_plan import CHANGED_SINCE
from memories.services.undoing import FORGOTTEN, TO_BE_ERASED, Kept
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


def test_fields_that_a_batch_set_go_back_too(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office", tags=["old"])
    made = open_batch(actor, label="tidy")
    drafts = [Draft(name="office", content="In Ghent.", tags=["new"])]
    drafts += [Draft(name="office", content="In Ghent.", kind="project", recall_tier="manual")]
    submit_all(actor, drafts=drafts, batch_id=made.pk)
    found = undo_batch(person, batch_id=made.pk)
    memory = Memory.objects.get()
    assert (found.changed, found.kept) == (["office"], [])
    assert (memory.tags, memory.kind, memory.recall_tier) == (["old"], "reference", "relevance")


def test_a_batch_that_wrote_a_memory_twice_is_not_in_its_own_way(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    made = open_batch(actor, label="tidy")
    texts = ["In Bruges.", "In Bruges.", "In Antwerp."]
    drafts = [
        Draft(name=name, content=text, tags=[text[3:6].lower()])
        for name in ("office", "shop")
        for text in texts
    ]
    for draft in drafts:
        submit_all(actor, drafts=[draft], batch_id=made.pk)
    found = undo_batch(person, batch_id=made.pk)
    assert (found.restored, found.removed, found.kept) == (["office"], ["shop"], [])
    assert (says(person, "office"), Memory.objects.get(name="office").tags) == ("In Ghent.", [])


def test_what_was_forgotten_since_is_told_with_its_reason(person: Actor, batch: Callable[..., Batch]) -> None:
    made = batch(office="In Bruges.", lunch="Soup.")
    forget(person, name="office")
    found = undo_batch(person, batch_id=made.pk)
    assert (found.removed, found.kept) == (["lunch"], [Kept("", FORGOTTEN)])


def test_only_a_person_takes_back_what_a_person_wrote(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    bulk = submit_bulk(person, drafts=[Draft(name="lunch", content="Soup.")])
    assert bulk.batch_id is not None
    with pytest.raises(Forbidden, match="only a person"):
        undo_batch(actor, batch_id=bulk.batch_id)
    with pytest.raises(Forbidden, match="only a person"):
        undo_client_writes(actor, client=person.client, last=1)
    assert undo_batch(person, batch_id=bulk.batch_id).removed == ["lunch"]
    assert undo_client_writes(person, client=person.client, last=5).removed == ["office"]


def test_no_token_undoes_that_a_person_is_asked_to_erase(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    change_workspace(person, workspace="default", mode="review")
    forget(actor, name="office")
    assert undo_client_writes(actor, client=actor.client, last=1).kept == [Kept("office", TO_BE_ERASED)]
    assert undo_client_writes(person, client=actor.client, last=1).changed == ["office"]
