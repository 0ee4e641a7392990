"""Undoing a client's last writes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.intake.again import undo_batch, undo_client_writes
from memories.models import Event, FieldChange, Memory, Passage, Revision
from memories.recall.proposals import page_of_proposals
from memories.recall.reading import get_memory
from memories.services import undoing
from memories.services.exclusions import FORGOTTEN, exclude
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from memories.services.review import approve
from memories.services.undo_plan import CHANGED_SINCE, UNTOLD
from memories.services.undoing import Kept
from memories.services.verification import verify_events
from memories.services.workspaces import change_workspace
from tests.stories import append, names_found, remember

CODEX = "token:codex"


def says(actor: Actor, name: str) -> str:
    return get_memory(actor, name=name).content


def undo(person: Actor, last: int) -> undoing.Undone:
    return undo_client_writes(person, client=CODEX, last=last)


def test_what_a_write_replaced_comes_back(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office", kind="project", tags=["place"])
    remember(actor, "In Bruges.", name="office", kind="reference", tags=["wrong"], recall_tier="manual")
    assert undo(person, 1).restored == ["office"]
    memory = get_memory(person, name="office")
    assert (memory.content, memory.kind, list(memory.tags)) == ("In Ghent.", "project", ["place"])
    assert (memory.recall, memory.trust, memory.version) == ("relevance", "owner", 3)
    assert names_found(person, "office Ghent") == ["office"] and Passage.objects.count() == 1


def test_what_a_client_made_goes_to_the_archive_and_can_come_back(actor: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    assert undo(person, 1).removed == ["office"]
    assert names_found(person, "office") == []
    restore(person, name="office")
    assert says(person, "office") == "In Ghent."


def test_only_the_last_ones_are_undone_newest_first(actor: Actor, person: Actor) -> None:
    for place in ("Ghent", "Bruges", "Antwerp"):
        remember(actor, f"In {place}.", name="office")
    undo(person, 2)
    assert says(person, "office") == "In Ghent."


def test_asked_again_it_goes_further_back(actor: Actor, person: Actor) -> None:
    for place in ("Ghent", "Bruges", "Antwerp"):
        remember(actor, f"In {place}.", name="office")
    found = [undo(person, 1) for _ in range(4)]
    assert [each.restored for each in found] == [["office"], ["office"], [], []]
    assert found[2].removed == ["office"]
    assert found[3].counts == dict.fromkeys(found[3].counts, 0)


def test_after_an_undo_new_writes_are_undone_to_what_the_undo_brought_back(
    actor: Actor, person: Actor
) -> None:
    for place in ("Ghent", "Bruges"):
        remember(actor, f"In {place}.", name="office")
    undo(person, 1)
    remember(actor, "In Antwerp.", name="office")
    undo(person, 1)
    assert says(person, "office") == "In Ghent."


def test_what_someone_changed_since_stays_and_is_told(actor: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(actor, "Tea.", name="drink")
    remember(person, "In Antwerp.", name="office")
    found = undo(person, 2)
    assert (found.removed, found.kept) == (["drink"], [Kept("office", CHANGED_SINCE)])
    assert says(person, "office") == "In Antwerp."


def test_between_two_writes_of_its_own_another_ones_text_comes_back(actor: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    remember(person, "In Antwerp.", name="office")
    remember(actor, "In Bruges.", name="office")
    found = undo(person, 2)
    assert (found.restored, found.kept) == (["office"], [Kept("office", CHANGED_SINCE)])
    assert says(person, "office") == "In Antwerp."


def test_a_tier_that_someone_set_since_counts_as_a_change(actor: Actor, person: Actor) -> None:
    remember(actor, "Be brief.", name="rule")
    set_recall(person, name="rule", recall="always")
    assert undo(person, 1).kept == [Kept("rule", CHANGED_SINCE)]
    assert get_memory(person, name="rule").recall == "always"


def test_tiers_archiving_and_restoring_are_undone_too(actor: Actor, person: Actor) -> None:
    for name in ("a", "b", "c"):
        remember(person, f"Number {name}.", name=name)
    archive(person, name="c")
    set_recall(actor, name="a", recall="manual")
    archive(actor, name="b")
    restore(actor, name="c")
    assert sorted(undo(person, 3).changed) == ["a", "b"]
    assert get_memory(person, name="a").recall == "relevance"
    assert says(person, "b") == "Number b."
    assert Memory.objects.get(name="c").archived_at is not None


def test_a_tier_set_before_the_write_comes_back(actor: Actor, person: Actor) -> None:
    remember(person, "Be brief.", name="rule")
    set_recall(person, name="rule", recall="always")
    remember(actor, "Be long.", name="rule", recall_tier="manual")
    undo(person, 1)
    assert (says(person, "rule"), get_memory(person, name="rule").recall) == ("Be brief.", "always")


def test_pending_proposals_are_withdrawn_and_what_they_amended_waits_again(
    actor: Actor, person: Actor
) -> None:
    change_workspace(person, workspace="default", mode="review")
    remember(actor, "milk", name="shopping")
    append(actor, "shopping", "eggs")
    assert undo(person, 1).withdrawn == ["shopping"]
    assert [each.revision.content for each in page_of_proposals(person).proposals] == ["milk"]
    assert undo(person, 1).withdrawn == []  # the text that waits again is the person's doing


def test_an_approved_proposal_is_undone_like_a_write(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    proposal = UUID(remember(actor, "In Bruges.", name="office", trust="web").revision_id)
    remember(person, "In Antwerp.", name="office")
    approve(person, revision_id=proposal, anyway=True)
    assert undo(person, 1).restored == ["office"]
    assert says(person, "office") == "In Antwerp."


def test_a_memory_that_was_superseded_comes_back(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="new office", supersedes=["office"])
    found = undo(person, 1)
    assert (found.restored, found.removed) == (["office"], ["new office"])
    assert names_found(person, "office") == ["office"]


def test_what_was_forgotten_is_gone(actor: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    forget(actor, name="office")
    assert undo(person, 2).kept == [Kept("", undoing.FORGOTTEN)]


def test_a_text_that_may_not_come_back_is_told_and_the_rest_is_undone(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    remember(actor, "Tea.", name="drink")
    hashes = Revision.objects.filter(number=1).values_list("content_hash", flat=True)
    exclude(person.workspaces["default"], list(hashes), reason=FORGOTTEN)
    reviewer = replace(actor, client="token:reviewer")
    found = undo_client_writes(reviewer, client=CODEX, last=2)
    assert found.removed == ["drink"]
    assert [(kept.name, "forgotten" in kept.reason) for kept in found.kept] == [("office", True)]
    assert says(person, "office") == "In Bruges."


def test_fields_changed_without_a_new_text_come_back(actor: Actor, person: Actor) -> None:
    until = timezone.now() + timedelta(days=9)
    remember(person, "In Ghent.", name="office", tags=["zanzibar"], check_by=until)
    set_recall(person, name="office", recall="always")
    fields = {"kind": "project", "tags": ["other"], "recall_tier": "manual", "sensitivity": "private"}
    remember(actor, "In Ghent.", name="office", **fields, clear=frozenset({"check_by"}))
    assert undo(person, 1).changed == ["office"]
    memory = Memory.objects.get()
    assert (memory.kind, memory.tags, memory.recall_tier) == ("reference", ["zanzibar"], "always")
    assert (memory.sensitivity, memory.check_by, memory.version) == ("public", until, 1)
    assert "zanzibar" not in str(list(Event.objects.values_list("details", flat=True)))


def test_a_field_set_without_a_text_comes_back_where_a_later_text_changed_it(
    actor: Actor, person: Actor
) -> None:
    remember(person, "In Ghent.", name="office")
    remember(person, "In Ghent.", name="office", kind="project", tags=["place"])
    remember(actor, "In Bruges.", name="office", kind="decision", tags=[])
    undo(person, 1)
    memory = Memory.objects.get()
    assert (memory.kind, memory.tags, says(person, "office")) == ("project", ["place"], "In Ghent.")


def test_a_change_that_nobody_wrote_down_is_told_as_kept(actor: Actor, person: Actor) -> None:
    remember(person, "In Ghent.", name="office")
    remember(actor, "In Ghent.", name="office", kind="project")
    FieldChange.objects.all().delete()
    assert undo(person, 1).kept == [Kept("office", UNTOLD)]


def test_an_undo_is_told_in_the_chain_without_a_word_of_text(actor: Actor, person: Actor) -> None:
    remember(person, "In Zanzibar.", name="office")
    remember(actor, "In Bruges.", name="office")
    wrote = Event.objects.get(client=CODEX).sequence
    undo(person, 1)
    undone = Event.objects.get(action="memory.undone")
    assert (undone.details["undone"], undone.user_id) == ([wrote], person.user_id)
    told = Event.objects.get(action="client.writes_undone")
    assert (told.details["client"], told.details["restored"]) == (CODEX, 1)
    assert verify_events(person).holds
    assert "Zanzibar" not in str([event.__dict__ for event in Event.objects.all()])


@pytest.mark.parametrize("last", [0, -1, 501])
def test_a_number_of_writes_that_cannot_be_is_refused(person: Actor, last: int) -> None:
    with pytest.raises(Exception, match="Between 1 and 500"):
        undo(person, last)


def test_undoing_is_for_reviewers_of_the_workspace(actor: Actor, stranger: Actor, person: Actor) -> None:
    remember(actor, "In Ghent.", name="office")
    lesser = replace(actor, permissions=actor.permissions - {Permission.REVIEW})
    for refused in (lambda: undo(lesser, 1), lambda: undo_batch(lesser, batch_id=uuid4())):
        with pytest.raises(Forbidden, match="memory:review"):
            refused()
    with access.acting(stranger):
        assert undo(stranger, 5).counts["removed"] == 0
        with pytest.raises(NotFound):
            undo_client_writes(stranger, client=CODEX, last=1, workspace="team")
    assert says(person, "office") == "In Ghent."


def test_a_reviewer_that_may_not_read_private_ones_does_not_undo_them(actor: Actor, person: Actor) -> None:
    remember(replace(actor, private=True), "Diary.", name="diary", sensitivity="private")
    assert undo(actor, 1).kept == [Kept("", undoing.OUT_OF_REACH)]
    assert undo(person, 1).removed == ["diary"]


def test_an_undo_that_fails_half_way_changes_nothing(
    actor: Actor, person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(person, "In Ghent.", name="office")
    remember(actor, "In Bruges.", name="office")
    monkeypatch.setattr(undoing, "_record", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        undo(person, 1)
    assert (says(person, "office"), Revision.objects.count()) == ("In Bruges.", 2)
