from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.intake.submit import submit_all
from memories.models import Batch, Event
from memories.services import batches
from memories.services.batches import get_batch, list_batches, open_batch
from memories.services.drafts import Draft


def test_a_batch_knows_who_opened_it_and_counts_its_writes(actor: Actor) -> None:
    batch = open_batch(actor, label="An import")
    submit_all(actor, drafts=[Draft(content="a"), Draft(content="b")], batch_id=batch.pk)
    (found,) = list_batches(actor)
    assert (found.label, found.client, found.agent, found.writes) == ("An import", "token:codex", "codex", 2)
    assert Event.objects.get(action="batch.opened").details == {"batch": str(batch.pk)}


def test_batches_are_listed_newest_first_by_workspace(actor: Actor) -> None:
    first, second = open_batch(actor), open_batch(actor, workspace="team")
    assert [batch.pk for batch in list_batches(actor)] == [second.pk, first.pk]
    assert [batch.pk for batch in list_batches(actor, workspace="default")] == [first.pk]


def test_who_may_not_sees_and_opens_none(actor: Actor, stranger: Actor) -> None:
    batch = open_batch(actor)
    with pytest.raises(Forbidden, match="memory:write"):
        open_batch(replace(actor, permissions=frozenset({Permission.READ})))
    with pytest.raises(Forbidden, match="memory:read"):
        list_batches(replace(actor, permissions=frozenset({Permission.WRITE})))
    with access.acting(stranger):
        assert list(list_batches(stranger)) == []
        with pytest.raises(NotFound):
            get_batch(stranger, batch_id=batch.pk)
        with pytest.raises(NotFound):
            open_batch(stranger, workspace="team")


def test_a_batch_that_fails_half_way_was_never_opened(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.services.turns.Turn.record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        batches.open_batch(actor)
    assert Batch.objects.count() == 0
