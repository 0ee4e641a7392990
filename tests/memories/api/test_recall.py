"""The endpoint for finding again."""

from __future__ import annotations

from tests.memories.api.conftest import problem


def test_an_answer_says_why(api) -> None:
    api.post("/memories", {"content": "The staging database listens on port 5433.", "name": "ports"})
    api.post("/memories", {"content": "Lunch is at noon."})
    answer = api.get("/recall?query=which+port+does+staging+use&limit=1").json()
    assert [each["name"] for each in answer["memories"]] == ["ports"]
    receipt = answer["memories"][0]["receipt"]
    assert receipt["passage"] == "The staging database listens on port 5433."
    assert receipt["score"] > 0 and receipt["ranks"]["words"] == 1 and "shares words" in receipt["reasons"]
    assert answer["mode"] in {"hybrid", "words-only"} and answer["candidates"] >= 1


def test_the_question_may_travel_in_the_body(api) -> None:
    api.post("/memories", {"content": "昨天确认队列端口错配。", "name": "队列"})
    found = api.post("/recall", {"query": "队列端口", "kinds": ["reference"], "workspace": None}).json()
    assert [each["name"] for each in found["memories"]] == ["队列"]


def test_without_a_question_memories_are_listed(api) -> None:
    api.post("/memories", {"content": "One."})
    answer = api.get("/recall").json()
    assert answer["mode"] == "list" and answer["memories"][0]["receipt"] is None


def test_a_cursor_belongs_to_its_question(api) -> None:
    for number in range(3):
        api.post("/memories", {"content": f"Tea number {number}."})
    cursor = api.get("/recall?query=tea&limit=1").json()["next_cursor"]
    second = api.get(f"/recall?query=tea&limit=1&cursor={cursor}").json()
    assert len(second["memories"]) == 1
    problem(api.get(f"/recall?query=coffee&limit=1&cursor={cursor}"), 400, "VALIDATION_ERROR")


def test_it_says_why_a_memory_did_not_come_back(api) -> None:
    api.post("/memories", {"content": "Tea at four.", "name": "tea"})
    told = api.get("/recall?query=Which+port+does+staging+use&explain=tea").json()["explanation"]
    assert (told["name"], told["stage"], told["place"]) == ("tea", "gate", None)
    assert api.get("/recall?query=tea").json()["explanation"] is None
