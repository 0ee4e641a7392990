from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Excluded, Forbidden, NotFound
from memories import access
from memories.intake.batches import open_batch
from memories.intake.guide import save_guide
from memories.models import Event, Exclusion, Fingerprint, IdempotentAnswer, Memory, Passage, Revision
from memories.recall.reading import get_memory, history
from memories.services.removal import archive, forget, restore
from memories.services.workspaces import change_workspace
from tests.stories import append, names_found, remember


def test_an_archived_memory_is_in_no_read_path_and_comes_back_whole(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    archive(actor, name="office")
    assert names_found(actor, "where is the office") == []
    with pytest.raises(NotFound):
        get_memory(actor, name="office")
    restore(actor, name="office")
    assert get_memory(actor, name="office").content == "The office is in Ghent."
    assert names_found(actor, "office Ghent") == ["office"]


def test_forget_leaves_no_text_and_a_receipt(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office", idempotency_key="k1")
    remember(actor, "The office moved to Bruges.", name="office")
    receipt = forget(actor, name="office")
    assert receipt.erased and (receipt.revisions, receipt.passages, receipt.exclusions) == (2, 1, 2)
    for model in (Memory, Revision, Passage, Fingerprint, IdempotentAnswer):
        assert model.objects.count() == 0  # type: ignore[attr-defined]
    assert Event.objects.get(action="memory.forgotten").details["revisions"] == 2


@pytest.mark.parametrize("again", ["The office is in Ghent.", "THE  office is\nin ghent."])
def test_rt_01_what_was_forgotten_is_refused_in_any_spelling(actor: Actor, again: str) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    forget(actor, name="office")
    with pytest.raises(Excluded):
        remember(actor, again)
    assert Memory.objects.count() == 0


def test_the_owner_may_say_it_again(actor: Actor, person: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    forget(actor, name="office")
    assert remember(person, "The office is in Ghent.").status == "stored"


def test_an_exclusion_is_a_keyed_hash(actor: Actor) -> None:
    remember(actor, "milk", name="a")
    content_hash = Revision.objects.get().content_hash
    forget(actor, name="a")
    assert Exclusion.objects.get().digest != content_hash


def test_in_review_mode_an_agents_forget_archives_and_asks(actor: Actor, person: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    change_workspace(person, workspace="default", mode="review")
    receipt = forget(actor, name="office")
    assert not receipt.erased and Memory.objects.get().erasure_asked_at is not None
    assert names_found(actor, "office") == []


def test_forget_needs_its_own_permission(actor: Actor) -> None:
    remember(actor, "milk", name="a")
    with pytest.raises(Forbidden, match="memory:forget"):
        forget(replace(actor, permissions=frozenset({Permission.READ, Permission.WRITE})), name="a")


def test_mt_01_a_stranger_meets_the_same_not_found_as_for_a_random_name(
    actor: Actor, stranger: Actor
) -> None:
    remember(actor, "milk", name="shopping")
    messages = []
    with access.acting(stranger):
        for name in ("shopping", "no-such-name"):
            for verb in (archive, restore, forget, get_memory, history):
                with pytest.raises(NotFound) as refusal:
                    verb(stranger, name=name)  # type: ignore[operator]
                messages.append(str(refusal.value))
    assert len(set(messages)) == 1
    assert names_found(actor, "milk") == ["shopping"]


def test_the_history_of_an_archived_memory_can_be_read(actor: Actor) -> None:
    remember(actor, "milk", name="a")
    archive(actor, name="a")
    assert [event.action for event in history(actor, name="a").events] == [
        "memory.archived",
        "memory.remembered",
    ]


def test_what_was_added_to_a_forgotten_memory_is_kept_out_by_itself(actor: Actor, person: Actor) -> None:
    remember(actor, "Notes on the team.", name="team")
    append(actor, "team", "Greta earns 90000 a year.")
    forget(person, name="team")
    with pytest.raises(Excluded):
        remember(actor, "greta earns 90000 a year.")


def test_the_receipt_says_where_else_the_same_text_stands(actor: Actor, person: Actor) -> None:
    remember(actor, "The code is with the porter.", name="old")
    archive(person, name="old")
    remember(actor, "The code is with the porter.", name="new")
    assert forget(person, name="old").reason == "The same text still stands under: new."


@pytest.mark.parametrize("field", ["description", "source"])
def test_what_was_forgotten_comes_back_in_no_other_field(actor: Actor, person: Actor, field: str) -> None:
    remember(actor, "Greta earns 90000 a year.", name="pay")
    forget(person, name="pay")
    with pytest.raises(Excluded):
        remember(actor, "About pay.", **{field: "Greta earns 90000 a year."})
    assert remember(person, "About pay.", **{field: "Greta earns 90000 a year."}).status == "stored"


@pytest.mark.parametrize("wrapped", [str, lambda text: {"pay": [text]}, lambda text: {text: True}])
def test_nor_within_a_value(actor: Actor, person: Actor, wrapped: Callable[[str], Any]) -> None:
    remember(actor, "Greta earns 90000 a year.", name="pay")
    forget(person, name="pay")
    with pytest.raises(Excluded):
        remember(actor, value=wrapped("greta earns  90000 a year."))
    assert remember(actor, value=wrapped("Greta earns 90001 a year.")).status == "stored"


def test_nor_in_a_source_that_tells_the_client(actor: Actor, person: Actor) -> None:
    remember(actor, "Greta earns 90000 a year.", name="pay")
    forget(person, name="pay")
    with pytest.raises(Excluded):
        remember(replace(actor, via="Claude Code"), "About pay.", source="Greta earns 90000 a year.")


def test_nor_in_a_guide_or_a_label_of_an_agents(actor: Actor, person: Actor) -> None:
    remember(actor, "Greta earns 90000 a year.", name="pay")
    forget(person, name="pay")
    agent = replace(actor, permissions=person.permissions)
    for verb in (
        lambda who: save_guide(who, text="Greta earns 90000 a year."),
        lambda who: open_batch(who, label="Greta earns 90000 a year."),
    ):
        with pytest.raises(Excluded):
            verb(agent)
        verb(person)
