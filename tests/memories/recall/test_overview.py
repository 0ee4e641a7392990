"""How much there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.models import Passage
from memories.recall.overview import overview
from memories.services.removal import archive
from tests.stories import remember


def test_it_counts_what_reading_reads(actor: Actor) -> None:
    remember(actor, "One.", name="one")
    remember(actor, "Two.", name="two")
    remember(actor, "Three.", name="three", workspace="team")
    remember(actor, "Waiting.", trust="web")
    archive(actor, name="two")
    Passage.objects.update(vector=None, dimensions=None, model="")
    here, there = overview(actor), overview(actor, workspace="team")
    assert (here.memories, here.archived, here.still_indexing) == (1, 1, 2)
    assert (there.memories, there.archived, there.still_indexing) == (2, 1, 3)


def test_private_memories_count_for_who_may_read_them(actor: Actor) -> None:
    remember(actor, "Diary.", sensitivity="private")
    assert overview(actor).memories == 0
    assert overview(replace(actor, private=True)).memories == 1


def test_a_stranger_counts_nothing(actor: Actor, stranger: Actor) -> None:
    remember(actor, "One.")
    with access.acting(stranger):
        assert overview(stranger).memories == 0
        with pytest.raises(NotFound):
            overview(stranger, workspace="team")


def test_counting_needs_the_permission_to_read(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        overview(replace(actor, permissions=frozenset()))
