"""Context packs, through the API and at the address that OpenContinuity had for them."""

from __future__ import annotations

import json

import pytest

from tests.memories.api.conftest import problem

ASKED = {"query": "Which database does Falcon use?"}


@pytest.fixture(autouse=True)
def falcon(api) -> None:
    api.post("/memories", {"content": "Falcon uses the database PostgreSQL 16.", "name": "falcon"})
    api.post("/memories", {"content": "Answer in German.", "name": "german", "recall": "always"})


def test_a_pack_says_what_is_in_it_what_is_not_and_what_it_cost(api) -> None:
    made = api.post("/context", ASKED).json()
    assert [item["name"] for item in made["items"]] == ["german", "falcon"]
    assert made["omitted"] == [] and made["retrieval"]["mode"] == "hybrid"
    size = len(made["context"].encode())
    assert made["budget"] == {
        "asked": 1_024, "used": -(-size // 4), "left": 1_024 - -(-size // 4), "estimator": "utf8_bytes_v1",
        "memories": 20,
    }  # fmt: skip


def test_the_rules_alone_come_without_a_question(api) -> None:
    made = api.get("/context?purpose=coding").json()
    assert ([item["name"] for item in made["items"]], made["retrieval"]) == (["german"], None)


def test_what_cannot_be_asked_is_told(api) -> None:
    assert problem(api.get("/context?token_budget=1"), 400, "VALIDATION_ERROR")["field"] == "token_budget"
    problem(api.get("/context?workspace=nowhere"), 404, "MEMORY_NOT_FOUND")


def test_it_answers_at_opencontinuitys_address_in_its_spelling(api) -> None:
    asked = {**ASKED, "userId": "u1", "agentId": "claude", "key": "falcon", "tokenBudget": 512,
             "maxMemories": 3, "includePrivate": True}  # fmt: skip
    headers = {"Authorization": f"Bearer {api.bearer}"}
    raw = json.dumps(asked)
    made = api.client.generic(
        "POST", "/v1/context-pack", raw, content_type="application/json", headers=headers
    )
    told = made.json()
    assert [item["name"] for item in told["items"]] == ["german", "falcon"]
    assert told["budget"]["asked"] == 512 and told["items"][1]["mayConflictWith"] == []
