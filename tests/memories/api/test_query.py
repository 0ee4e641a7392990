"""Queries, through the API and at the address that OpenContinuity had for them."""

from __future__ import annotations

import json

from tests.memories.api.conftest import problem


def test_the_plan_the_steps_and_the_evidence_are_told(api) -> None:
    api.post("/memories", {"content": "The website is deployed on Tuesdays.", "name": "deploys"})
    api.post("/memories", {"content": "Invoices are paid by Ines.", "name": "invoices"})
    told = api.post("/query", {"question": "When is the website deployed; who pays invoices?"}).json()
    assert told["plan"]["complexity"] == "L2" and len(told["steps"]) == 2
    assert {each["memory"]["name"] for each in told["evidence"]} == {"deploys", "invoices"}
    assert told["sufficiency"] == {"status": "sufficient", "reasons": []}
    assert told["budget"]["steps"] == 3 and "Tuesdays" in told["context"]


def test_what_cannot_be_asked_is_told(api) -> None:
    refused = problem(api.post("/query", {"question": "x", "max_steps": 99}), 400, "VALIDATION_ERROR")
    assert refused["field"] == "max_steps"
    problem(api.post("/query", {}), 400, "VALIDATION_ERROR")


def test_it_answers_at_opencontinuitys_address_in_its_spelling(api) -> None:
    api.post("/memories", {"content": "TypeScript for the front.", "name": "ts"})
    asked = {"userId": "u", "agentId": "a", "query": "Our technology", "strategy": "multi_step",
             "subqueries": ["TypeScript"], "includeHistory": True, "maxSteps": 3, "timeoutMs": 5000,
             "minEvidence": 1, "key": "ts"}  # fmt: skip
    headers = {"Authorization": f"Bearer {api.bearer}"}
    made = api.client.generic(
        "POST", "/v1/query", json.dumps(asked), content_type="application/json", headers=headers
    )
    told = made.json()
    assert told["evidence"][0]["memory"]["name"] == "ts" and told["budget"]["timeoutMs"] == 5000
    assert told["history"][0]["history"]["version"] == 1
