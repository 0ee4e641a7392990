"""A program in which every filter on workspaces is wrong, so that row-level security stands alone.

Who asks is told that alice's workspaces are theirs: under their very names, so that whatever a request means
by `default` is alice's. Only what the connection lets Postgres know stays the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from uuid import UUID

import pytest

from memories import access
from memories.services.workspaces import WaysIn, open_workspaces
from oauth.services import actors, standings
from tests.isolation.stage import Stage

Workspaces = Mapping[str, UUID]
ASKING = (actors, standings)
"""Where an actor learns which workspaces are theirs."""


@contextmanager
def deceived(stage: Stage, *, told_to_postgres: Workspaces) -> Iterator[None]:
    """Within it everybody holds alice's workspaces for their own; Postgres shows those that it is told."""
    hers = stage.workspaces
    truth: Callable[[Iterable[UUID]], str] = access._set_workspaces

    def of_anybody(user_id: int) -> WaysIn:
        return WaysIn(hers, {})

    def set_workspaces(workspaces: Iterable[UUID]) -> str:
        """What an actor has is not asked: only what is theirs in truth."""
        return truth(told_to_postgres.values())

    with pytest.MonkeyPatch.context() as patched:
        for module in ASKING:
            patched.setattr(module, "ways_in", of_anybody)
        patched.setattr(access, "_set_workspaces", set_workspaces)
        standings._KEPT.clear()
        yield
    standings._KEPT.clear()


def own(stage: Stage) -> Workspaces:
    """The stranger's, as they are."""
    return dict(open_workspaces(stage.charlie.pk))
