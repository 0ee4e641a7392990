"""Facts, things and the budget through the API."""

from __future__ import annotations

from continuum.kernel.actor import Actor
from memories.pipeline.work import work
from tests.memories.api.conftest import Script, problem
from tests.stories import remember


def test_facts_are_listed_narrowed_and_looked_back_at(api: Script, actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent since 2019.")
    remember(actor, "Ann moved to Bruges in 2023.")
    work()
    (fact,) = api.get("/facts?entity=ann&predicate=lives_in").json()["facts"]
    assert (fact["subject"], fact["object"], fact["retired_at"]) == ("Ann", "Bruges", None)
    assert [each["object"] for each in api.get("/facts?as_of=2020-01-01").json()["facts"]] == ["Ghent"]
    assert api.get("/facts?query=bruges").json()["facts"] == [fact]
    problem(api.get("/facts?entity=Nobody"), 404, "MEMORY_NOT_FOUND")
    problem(api.get("/facts?limit=0"), 400, "VALIDATION_ERROR")


def test_a_thing_is_read_renamed_merged_and_split(api: Script, actor: Actor) -> None:
    remember(actor, "Robert lives in Ghent.", name="one")
    remember(actor, "Bob likes tea.", name="two")
    work()
    listed = {each["name"]: each["memories"] for each in api.get("/entities").json()["entities"]}
    assert listed == {"Robert": 1, "Ghent": 1, "Bob": 1}
    assert api.post("/entities/merge", {"name": "Bob", "into": "Robert"}).json()["name"] == "Robert"
    whole = api.get("/entities/bob").json()
    assert (whole["name"], whole["aliases"], len(whole["facts"])) == ("Robert", ["Bob"], 2)
    assert api.post("/entities/split", {"name": "Bob"}).json()["name"] == "Bob"
    problem(api.post("/entities/split", {"name": "Bob"}), 409, "CONFLICT")
    renamed = api.call("PATCH", "/entities/Bob", {"new_name": "Bob Jones"})
    assert renamed.json()["name"] == "Bob Jones" and api.get("/entities/bob").json()["name"] == "Bob Jones"
    parted = {"name": "Bob", "new_name": "Bob the cat", "memories": ["two"]}
    assert api.post("/entities/split", parted).json()["name"] == "Bob the cat"


def test_what_a_token_may_not_it_does_not(alice, script_of, actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.")
    work()
    reader = script_of(alice, "memory:read")
    assert reader.get("/facts").status_code == 200
    problem(reader.post("/entities/merge", {"name": "Ann", "into": "Ghent"}), 403, "FORBIDDEN")
    problem(reader.call("PUT", "/extraction-budget", {"tokens": 1}), 403, "FORBIDDEN")


def test_the_budget_is_told_and_set(api: Script, settings) -> None:
    told = api.get("/extraction-budget").json()
    assert (told["tokens"], told["most_tokens"]) == (0, settings.EXTRACTION_TOKENS)
    assert api.call("PUT", "/extraction-budget", {"tokens": 5}).json()["most_tokens"] == 5
    assert api.get("/extraction-budget").json()["most_tokens"] == 5
