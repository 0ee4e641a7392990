"""What has moved under a proposal is told, and not approved unseen."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, VersionConflict
from memories.intake.editing import approve_edited
from memories.models import Memory, Revision
from memories.models.outdated import Moved
from memories.recall.proposals import page_of_proposals
from memories.recall.reading import get_memory
from memories.services.drafts import Answer
from memories.services.recall_tier import set_recall
from memories.services.review import approve, decide_many
from tests.stories import remember


def propose(actor: Actor, text: str, **fields: object) -> UUID:
    return UUID(remember(actor, text, propose_only=True, **fields).revision_id)


def beside(revision_id: UUID, other: Answer) -> None:
    """Have it be like another memory, as it is when both have been compared by meaning."""
    Revision.objects.filter(pk=revision_id).update(similar=[UUID(other.memory_id)])


def told(person: Actor) -> list[str]:
    return list(page_of_proposals(person).proposals[0].outdated_because)


def test_what_would_be_superseded_and_says_something_new_is_not_retired_unseen(
    actor: Actor, person: Actor
) -> None:
    remember(person, "We use Postgres 17.", name="database")
    waiting = propose(actor, "We use MySQL.", name="new", supersedes=["database"])
    assert told(person) == []
    remember(person, "We use Postgres 18.", name="database")
    assert told(person) == [Moved.SUPERSEDED.sentence]
    with pytest.raises(Conflict, match="would retire has said something new"):
        approve(person, revision_id=waiting)
    assert get_memory(person, name="database").content == "We use Postgres 18."
    approve(person, revision_id=waiting, anyway=True)


def test_what_it_is_like_is_not_replaced_by_it_when_it_says_something_new(
    actor: Actor, person: Actor
) -> None:
    other = remember(person, "We use Postgres 17.", name="database")
    waiting = propose(actor, "Postgres is what we use.", name="new")
    beside(waiting, other)
    remember(person, "We use Postgres 18.", name="database")
    assert told(person) == [Moved.BESIDE.sentence]
    with pytest.raises(Conflict, match="is like or contradicts"):
        approve(person, revision_id=waiting, replace_similar=True)
    with pytest.raises(Conflict, match="is like or contradicts"):
        approve_edited(person, revision_id=waiting, content="We use it.", replace_similar=True)
    approve(person, revision_id=waiting)
    assert get_memory(person, name="database").content == "We use Postgres 18."


def test_a_field_that_a_person_changed_since_is_not_overwritten_unseen(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database", tags=["old"])
    waiting = propose(actor, "We use Postgres 18.", name="database", tags=["mine"], recall_tier="always")
    other = propose(replace(actor, client="another"), "Postgres it is.", name="database", kind="decision")
    set_recall(person, name="database", recall="manual")
    with pytest.raises(Conflict, match="field that this would set"):
        approve(person, revision_id=waiting)
    assert Memory.objects.get().recall_tier == "manual"
    approve(person, revision_id=other)


def test_fields_that_come_without_a_new_text_count_too(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database", tags=["old"])
    waiting = propose(actor, "We use Postgres 18.", name="database", tags=["mine"])
    remember(person, "We use Postgres.", name="database", tags=["hers"])
    assert told(person) == [Moved.FIELDS.sentence]
    approve(person, revision_id=waiting, anyway=True)
    assert Memory.objects.get().tags == ["mine"]


def test_anyway_holds_for_the_version_that_was_seen_alone(actor: Actor, person: Actor) -> None:
    waiting = propose(actor, "We use MySQL.", name="database")
    remember(person, "We use Postgres 17.", name="database")
    remember(person, "We use Postgres 18.", name="database")
    asked = {"revision_id": waiting, "anyway": True, "expected_version": 1}
    with pytest.raises(VersionConflict):
        approve(person, **asked)
    with pytest.raises(VersionConflict):
        approve_edited(person, content="We use SQLite.", **asked)
    (one,) = decide_many(person, revision_ids=[waiting], decision="approve", anyway=True, expected_version=1)
    assert one.code == "VERSION_CONFLICT"
    approve(person, **{**asked, "expected_version": 2})
    assert get_memory(person, name="database").content == "We use MySQL."
