"""What is still to be done, through the API."""

from __future__ import annotations

from memories.models import Job


def test_failed_work_is_listed_with_its_kind(api, person) -> None:
    where = person.workspaces["team"]
    Job.objects.create(
        workspace_id=where, step="index", state=Job.State.FAILED, attempts=8, error="EngineError"
    )
    Job.objects.create(workspace_id=where, step="index")
    told = api.get("/jobs").json()
    assert (told["waiting"], told["failed"]) == (1, 1)
    assert [(each["step"], each["attempts"], each["error"]) for each in told["failures"]] == [
        ("index", 8, "EngineError")
    ]


def test_a_stranger_sees_no_work_of_others(person, charlie, script_of) -> None:
    Job.objects.create(workspace_id=person.workspaces["team"], step="index")
    assert script_of(charlie).get("/jobs").json() == {"waiting": 0, "failed": 0, "failures": []}
