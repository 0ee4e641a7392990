"""A list of several workspaces is one list, whatever it is narrowed by."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Mode
from memories.recall.listing import list_memories
from memories.services.workspaces import create_workspace
from tests.stories import remember


def pages(actor: Actor, **asked: object) -> list[str]:
    """The names of a whole list, a page of two at a time."""
    names: list[str] = []
    cursor: str | None = None
    while True:
        found = list_memories(actor, workspace="shop", limit=2, cursor=cursor, **asked)
        names += [memory.name for memory in found.memories]
        cursor = found.next_cursor
        if cursor is None:
            return names


@pytest.mark.parametrize("asked", [{}, {"kinds": ["project"]}, {"statuses": ["active"]}])
def test_two_workspaces_come_as_one_list_newest_first(person: Actor, asked: dict[str, object]) -> None:
    made = create_workspace(person, name="shop", mode=Mode.AUTO)
    wide = person.joining("shop", made.pk)
    with access.acting(wide):
        for place in range(7):
            where = "shop" if place % 3 else "default"
            text = f"Train {place} leaves at {place}:15."
            remember(wide, text, name=f"t{place}", workspace=where, kind="project")
        assert pages(wide, **asked) == [f"t{place}" for place in reversed(range(7))]
