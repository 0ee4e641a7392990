"""The rows that decide about writes, through the API; and that they decide about another door's writes."""

from __future__ import annotations

from uuid import uuid4

import pytest

from continuum.kernel.actor import Permission
from tests.memories.api.conftest import problem

CAREFUL = {"trust": "agent", "kind": "project", "decision": "propose"}


def test_a_row_is_laid_down_changed_listed_and_taken_back(api) -> None:
    row = api.call("PUT", "/policies", CAREFUL).json()
    assert row == {**CAREFUL, "id": row["id"], "workspace": "default", "client": "", "action": ""}
    changed = api.call("PUT", "/policies", CAREFUL | {"decision": "refuse"}).json()
    assert (changed["id"], changed["decision"]) == (row["id"], "refuse")
    assert api.get("/policies").json() == {"policies": [changed]}
    assert api.get("/policies?workspace=team").json() == {"policies": []}
    assert api.call("DELETE", f"/policies/{row['id']}").status_code == 204
    assert api.get("/policies").json() == {"policies": []}
    problem(api.call("DELETE", f"/policies/{row['id']}"), 404, "MEMORY_NOT_FOUND")


def test_it_decides_about_the_next_write(api) -> None:
    api.call("PUT", "/policies", CAREFUL)
    assert api.post("/memories", {"content": "Ghent it is.", "kind": "project"}).status_code == 202
    api.call("PUT", "/policies", CAREFUL | {"decision": "refuse"})
    problem(api.post("/memories", {"content": "Bruges it is.", "kind": "project"}), 422, "REFUSED")


@pytest.mark.parametrize("wrong", [{"decision": "maybe"}, {"trust": "rumour"}, {"colour": "red"}])
def test_what_cannot_decide_is_refused(api, wrong: dict[str, str]) -> None:
    problem(api.call("PUT", "/policies", CAREFUL | wrong), 400, "VALIDATION_ERROR")


def test_it_takes_the_right_and_the_workspace(api, alice, charlie, script_of) -> None:
    row = api.call("PUT", "/policies", CAREFUL | {"workspace": "team"}).json()
    reader, stranger = script_of(alice, Permission.READ), script_of(charlie)
    assert reader.get("/policies").json()["policies"] == [row]
    problem(reader.call("PUT", "/policies", CAREFUL), 403, "FORBIDDEN")
    problem(reader.call("DELETE", f"/policies/{row['id']}"), 403, "FORBIDDEN")
    problem(stranger.call("PUT", "/policies", CAREFUL | {"workspace": "team"}), 404, "MEMORY_NOT_FOUND")
    for policy in (row["id"], str(uuid4())):
        problem(stranger.call("DELETE", f"/policies/{policy}"), 404, "MEMORY_NOT_FOUND")
