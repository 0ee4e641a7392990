"""Handoffs, through the API and at the address that OpenContinuity had for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from oauth.models import User
from tests.memories.api.conftest import Script, problem

GIVEN = {"task_id": "shop", "summary": "The cart is done.", "ruled_out": ["Stripe: too dear."]}


@pytest.fixture
def claude(alice: User, script_of: Callable[..., Script]) -> Script:
    return script_of(alice, agent="claude")


def test_a_task_changes_hands(api, claude: Script) -> None:
    api.post("/memories", {"content": "Payment by Mollie.", "name": "payment"})
    made = api.post("/handoffs", {**GIVEN, "memories": ["payment"], "addressee": "claude"})
    assert (made.status_code, made.json()["state"], made.json()["duplicate"]) == (201, "open", False)
    api.post("/memories", {"content": "Payment by invoice.", "name": "payment"})
    found = claude.get("/handoffs/resume?task_id=shop").json()
    assert found["status"] == "ready" and found["handoff"]["ruled_out"] == GIVEN["ruled_out"]
    assert found["handoff"]["memories"][0]["change"] == "changed" and len(found["handoff"]["warnings"]) == 1
    taken = claude.post(f"/handoffs/{made.json()['id']}/acknowledge", {})
    assert (taken.json()["state"], taken.json()["settled_agent"]) == ("acknowledged", "claude")
    assert [each["state"] for each in api.get("/handoffs?states=acknowledged").json()["handoffs"]] == [
        "acknowledged"
    ]


def test_what_is_settled_is_a_conflict(api, claude: Script) -> None:
    made = api.post("/handoffs", {**GIVEN, "addressee": "claude"}).json()
    answer = {"answer": "I have no shell."}
    assert claude.post(f"/handoffs/{made['id']}/decline", answer).json()["answer"] == "I have no shell."
    told = problem(api.post(f"/handoffs/{made['id']}/withdraw", {}), 409, "CONFLICT")
    assert told["state"] == "declined"


def test_it_is_taken_back_and_erased_by_its_maker(api, claude: Script) -> None:
    made = api.post("/handoffs", GIVEN).json()
    problem(claude.call("DELETE", f"/handoffs/{made['id']}"), 403, "FORBIDDEN")
    assert api.post(f"/handoffs/{made['id']}/withdraw", {}).json()["state"] == "withdrawn"
    assert api.call("DELETE", f"/handoffs/{made['id']}").status_code == 204
    problem(api.get(f"/handoffs/{made['id']}"), 404, "MEMORY_NOT_FOUND")


def test_the_key_may_come_in_the_header(api) -> None:
    headers = {"Idempotency-Key": "1"}
    first, again = api.post("/handoffs", GIVEN, **headers), api.post("/handoffs", GIVEN, **headers)
    assert (first.status_code, again.status_code, again.json()["duplicate"]) == (201, 200, True)


def test_what_cannot_be_kept_is_told(api) -> None:
    assert problem(api.post("/handoffs", {"task_id": "x"}), 400, "VALIDATION_ERROR")
    problem(api.post("/handoffs", {**GIVEN, "memories": ["nobody"]}), 404, "MEMORY_NOT_FOUND")


def test_it_answers_at_opencontinuitys_address_in_its_spelling(api) -> None:
    def call(method: str, path: str, body: Any = "") -> Any:
        headers = {"Authorization": f"Bearer {api.bearer}"}
        raw = json.dumps(body) if body else ""
        return api.client.generic(method, path, raw, content_type="application/json", headers=headers)

    asked = {"userId": "u", "agentId": "a", "taskId": "shop", "summary": "Done.", "status": "blocked",
             "nextActions": ["Ship."], "blockedBy": ["Keys."], "idempotencyKey": "1"}  # fmt: skip
    assert call("POST", "/v1/handoffs", asked).json()["nextActions"] == ["Ship."]
    found = call("GET", "/v1/handoffs/shop").json()
    assert (found["status"], found["handoff"]["progress"]) == ("ready", "blocked")
    assert call("GET", "/v1/handoffs/nothing").json()["status"] == "not_found"
