from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ContinuumError, Forbidden, VersionConflict
from memories.intake.batches import open_batch
from memories.intake.submit import submit_bulk
from memories.models import Batch, Event, Memory
from memories.services.drafts import Draft

KEY = "AKIA" + "Q3EXAMPLZ7TB2WVH"


def test_a_label_is_kept_tidy(actor: Actor) -> None:
    assert open_batch(actor, label=" Cafe\u0301 \n").label == "Café"


@pytest.mark.parametrize("label", ["x" * 201, "nul \x00", f"import of {KEY}"])
def test_a_label_that_cannot_be_kept_is_refused(actor: Actor, label: str) -> None:
    with pytest.raises(ContinuumError) as refused:
        open_batch(actor, label=label)
    assert refused.value.details["field"] == "label" and KEY not in refused.value.message
    assert Batch.objects.count() == 0


def test_opening_needs_the_right_to_write(actor: Actor) -> None:
    with pytest.raises(Forbidden, match="memory:write"):
        open_batch(replace(actor, permissions=frozenset({Permission.READ})))


def test_a_bulk_write_that_fails_leaves_no_batch(actor: Actor) -> None:
    drafts = [Draft(content="Tea."), Draft(content="Coffee.", name="drink", expected_version=7)]
    with pytest.raises(VersionConflict):
        submit_bulk(actor, drafts=drafts, label="drinks")
    assert not Batch.objects.exists() and not Memory.objects.exists()
    assert not Event.objects.filter(action="batch.opened").exists()
