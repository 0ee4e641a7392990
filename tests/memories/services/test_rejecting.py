"""What goes with a rejected proposal, and what stays."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Excluded
from memories.models import Event, Revision, Status
from memories.recall.proposals import page_of_proposals
from memories.services.events import REJECTED
from memories.services.review import approve, decide_many, reject
from tests.stories import remember


def propose(actor: Actor, text: str, **fields: object) -> UUID:
    return UUID(remember(actor, text, propose_only=True, **fields).revision_id)


def copies(actor: Actor, text: str) -> list[UUID]:
    """The same text, waiting under three names: it was a change of three memories."""
    for name in "abc":
        remember(actor, f"Something {name}.", name=name)
    return [propose(actor, text, name=name) for name in "abc"]


def test_a_rejected_text_goes_wherever_it_waits(actor: Actor, person: Actor) -> None:
    first, *others = copies(actor, "We use MySQL.")
    reject(person, revision_id=first)
    assert page_of_proposals(person).waiting == 0
    events = Event.objects.filter(action=REJECTED)
    assert set(events.values_list("revision_id", flat=True)) == {first, *others}


def test_many_of_one_text_are_rejected_at_once(actor: Actor, person: Actor) -> None:
    waiting = copies(actor, "We use MySQL.")
    decided = decide_many(person, revision_ids=waiting, decision="reject")
    assert [(one.done, one.status) for one in decided] == [(True, "rejected")] * 3


def test_rejecting_a_field_keeps_nobody_from_saying_the_text(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database")
    first = propose(actor, "We use Postgres.", name="database", recall_tier="always")
    other = propose(replace(actor, client="another"), "We use Postgres.", name="database", kind="decision")
    reject(person, revision_id=first)
    assert Revision.objects.get(pk=other).status == Status.PROPOSED
    assert remember(actor, "We use Postgres.", name="database").status == "duplicate"


def test_a_proposal_of_a_task_is_decided_by_a_reviewing_token(actor: Actor) -> None:
    reviewer = replace(actor, client="token:reviewer", agent="reviewer")
    fields = {"scope": "task", "task_id": "T-1"}
    first = propose(actor, "Step one is done.", name="state", **fields)
    second = propose(actor, "Step two is done.", name="other", **fields)
    assert page_of_proposals(reviewer).waiting == 2
    assert approve(reviewer, revision_id=first).status == Status.ACTIVE
    assert reject(reviewer, revision_id=second).status == Status.REJECTED
    with pytest.raises(Excluded):
        remember(actor, "Step two is done.", **fields)
