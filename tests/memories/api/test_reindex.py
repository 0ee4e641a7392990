"""Having the index rebuilt, through the API."""

from __future__ import annotations

from continuum.kernel.actor import Permission
from memories.models import Job
from tests.memories.api.conftest import problem


def test_it_is_queued_once(api) -> None:
    first, again = api.post("/reindex", {}), api.post("/reindex", {"workspace": "default"})
    assert (first.status_code, first.json(), again.json()) == (202, {"queued": True}, {"queued": False})
    assert api.get("/jobs").json()["waiting"] == 1
    assert Job.objects.count() == 0  # outside of acting


def test_it_takes_the_right_to_run_things(alice, script_of) -> None:
    problem(script_of(alice, Permission.WRITE).post("/reindex", {}), 403, "FORBIDDEN")
