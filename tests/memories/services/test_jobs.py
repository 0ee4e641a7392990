"""Seeing the work that is still to be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden
from memories import access
from memories.models import Job
from memories.services.jobs import count_jobs, list_failed_jobs


def _job(actor: Actor, state: str, workspace: str = "default") -> Job:
    return Job.objects.create(workspace_id=actor.workspaces[workspace], step="index", state=state)


def test_jobs_of_all_the_actors_workspaces_are_counted(actor: Actor) -> None:
    assert count_jobs(actor) == {"waiting": 0, "failed": 0}
    failed = _job(actor, "failed", "team")
    _job(actor, "waiting")
    _job(actor, "waiting", "team")
    assert count_jobs(actor) == {"waiting": 2, "failed": 1}
    assert list(list_failed_jobs(actor)) == [failed]


def test_a_stranger_sees_no_jobs(actor: Actor, stranger: Actor) -> None:
    _job(actor, "failed")
    with access.acting(stranger):
        assert count_jobs(stranger)["failed"] == 0
        assert not list_failed_jobs(stranger).exists()


@pytest.mark.parametrize("verb", [count_jobs, list_failed_jobs])
def test_seeing_jobs_needs_the_permission_to_read(actor: Actor, verb) -> None:
    with pytest.raises(Forbidden):
        verb(replace(actor, permissions=frozenset()))
