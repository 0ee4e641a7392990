from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import (
    Forbidden,
    IdempotencyConflict,
    NotFound,
    ValidationFailed,
    VersionConflict,
)
from memories import access
from memories.models import Event, Job, Memory, Passage, Revision, Status
from memories.recall.reading import get_memory
from memories.services.drafts import WriteMode
from tests.stories import append, remember


def test_a_text_is_stored_and_found_by_words_and_meaning(actor: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    assert (answer.status, answer.version, answer.found_by) == ("stored", 1, "words+meaning")
    assert Revision.objects.get().status == Status.ACTIVE
    assert Passage.objects.get().dimensions == 384


def test_saving_the_same_text_again_is_one_row_one_version_and_the_same_id(actor: Actor) -> None:
    first = remember(actor, "The office is in Ghent.", name="office")
    again = remember(actor, "  the office is in\nGHENT. ", name="office")
    assert (again.status, again.version, again.memory_id) == ("duplicate", 1, first.memory_id)
    assert Revision.objects.count() == 1


def test_the_same_text_under_no_name_points_to_the_memory_that_has_it(actor: Actor) -> None:
    first = remember(actor, "The office is in Ghent.", name="office")
    again = remember(actor, "The office is in Ghent.")
    assert (again.status, again.name, again.memory_id) == ("duplicate", "office", first.memory_id)


def test_texts_of_nothing_but_symbols_are_never_duplicates_of_each_other(actor: Actor) -> None:
    assert remember(actor, "\u200b.", name="a").status == "stored"
    assert remember(actor, "!\u200b", name="b").status == "stored"


def test_a_new_text_replaces_the_old_and_takes_its_passages(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    answer = remember(actor, "The office moved to Bruges.", name="office")
    assert answer.version == 2
    assert [r.status for r in Revision.objects.order_by("number")] == [Status.SUPERSEDED, Status.ACTIVE]
    assert [p.text for p in Passage.objects.all()] == ["The office moved to Bruges."]


def test_a_resave_keeps_every_field_that_is_not_given(actor: Actor) -> None:
    remember(
        actor, "Never deploy on Fridays.", name="rule", recall_tier="always", tags=["ops"], kind="feedback"
    )
    remember(actor, "Never deploy on Fridays or Mondays.", name="rule")
    memory = Memory.objects.get()
    assert (memory.recall_tier, memory.tags, memory.kind) == ("always", ["ops"], "feedback")


def test_an_optional_field_can_be_cleared(actor: Actor) -> None:
    remember(actor, "Never deploy on Fridays.", name="rule", tags=["ops"])
    remember(actor, "Never deploy on Fridays.", name="rule", clear=frozenset({"tags"}))
    assert Memory.objects.get().tags == []


def test_cc_01_of_two_writers_on_one_version_the_second_gets_a_conflict(actor: Actor) -> None:
    for text in ("one", "two", "three"):
        remember(actor, text, name="plan")
    assert remember(actor, "from A", name="plan", expected_version=3).version == 4
    with pytest.raises(VersionConflict) as refusal:
        remember(actor, "from B", name="plan", expected_version=3)
    assert refusal.value.details == {"expected_version": 3, "current_version": 4}
    assert [p.text for p in Passage.objects.all()] == ["from A"]


def test_expected_version_zero_creates_only(actor: Actor) -> None:
    assert remember(actor, "one", name="plan", expected_version=0).version == 1
    with pytest.raises(VersionConflict):
        remember(actor, "two", name="plan", expected_version=0)


def test_cc_03_a_repeated_request_gets_the_original_answer(actor: Actor) -> None:
    first = remember(actor, "The office is in Ghent.", name="office", idempotency_key="k1")
    remember(actor, "The office moved.", name="office")
    again = remember(actor, "The office is in Ghent.", name="office", idempotency_key="k1")
    assert replace(again, repeated=False) == first
    assert again.repeated and Revision.objects.count() == 2


def test_another_request_with_the_same_key_is_a_conflict(actor: Actor) -> None:
    remember(actor, "one", idempotency_key="k1")
    with pytest.raises(IdempotencyConflict):
        remember(actor, "two", idempotency_key="k1")


def test_append_adds_a_line(actor: Actor) -> None:
    remember(actor, "milk", name="shopping")
    assert append(actor, "shopping", "eggs").version == 2
    assert get_memory(actor, name="shopping").content == "milk\neggs"


def test_append_to_an_unknown_name_is_not_found(actor: Actor) -> None:
    with pytest.raises(NotFound):
        append(actor, "nothing", "eggs")


def test_merge_is_deep_for_objects_and_replaces_arrays(actor: Actor) -> None:
    stored = {"editor": {"tabs": 4, "theme": "dark"}, "langs": ["en"]}
    remember(actor, name="prefs", value=stored)
    patch = {"editor": {"tabs": 2}, "langs": ["de"]}
    remember(actor, name="prefs", value=patch, write_mode=WriteMode.MERGE)
    revision = Revision.objects.get(status=Status.ACTIVE)
    assert revision.value == {"editor": {"tabs": 2, "theme": "dark"}, "langs": ["de"]}
    assert revision.patch == patch


def test_merge_into_text_is_refused(actor: Actor) -> None:
    remember(actor, "just text", name="prefs")
    with pytest.raises(ValidationFailed, match="not a JSON object"):
        remember(actor, name="prefs", value={"a": 1}, write_mode=WriteMode.MERGE)


def test_superseding_retires_the_other_memory(actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="old office")
    remember(actor, "The office is in Bruges.", name="office", supersedes=["old office"])
    assert Revision.objects.get(memory__name="old office").status == Status.SUPERSEDED
    assert [p.memory.name for p in Passage.objects.all()] == ["office"]
    assert Event.objects.filter(action="memory.superseded").count() == 1


def test_superseding_a_name_that_is_not_there_writes_nothing(actor: Actor) -> None:
    with pytest.raises(NotFound):
        remember(actor, "The office is in Bruges.", supersedes=["nowhere"])
    assert Memory.objects.count() == 0


def test_a_stranger_cannot_write_to_the_workspace(actor: Actor, stranger: Actor) -> None:
    with access.acting(stranger), pytest.raises(NotFound):
        remember(stranger, "hello", workspace="team")


def test_without_the_permission_nothing_is_written(actor: Actor) -> None:
    reader = replace(actor, permissions=frozenset({Permission.READ}))
    with pytest.raises(Forbidden, match="memory:write"):
        remember(reader, "hello")
    assert Memory.objects.count() == 0


def test_a_long_text_is_found_by_words_while_its_vectors_wait(actor: Actor) -> None:
    answer = remember(actor, "\n\n".join(f"Paragraph {n} about topic {n}. " * 12 for n in range(40)))
    assert answer.found_by == "words" and "vectors" in answer.reason
    assert Job.objects.filter(step="index").count() == 1
