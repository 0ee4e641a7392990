"""Endpoints on memories: each once as it should be, and once refused for every reason there is."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from memories.models import Memory, Mode, Revision, Workspace
from memories.services.workspaces import change_workspace
from tests.memories.api.conftest import problem


def _remember(api, content: str = "Ana prefers tea.", **fields: object):
    return api.post("/memories", {"content": content, **fields})


def test_what_is_remembered_is_read_again(api) -> None:
    answer = _remember(api, name="tea", tags=["drinks"], kind="user_preference", recall="always")
    assert answer.status_code == 201
    assert answer.json() | {"memory_id": "", "revision_id": "", "found_by": ""} == {
        "status": "stored", "memory_id": "", "revision_id": "", "name": "tea", "workspace": "default",
        "version": 1, "found_by": "", "reason": "", "similar": [], "may_conflict_with": [],
            "duplicate": False,
    }  # fmt: skip
    memory = api.get("/memories/tea").json()
    assert (memory["content"], memory["tags"], memory["recall"]) == ("Ana prefers tea.", ["drinks"], "always")
    assert (memory["agent"], memory["trust"], memory["version"]) == ("codex", "agent", 1)


@pytest.mark.parametrize(
    "name", ["with spaces", "忍者", "naïve café", "100% sure?", "a#b&c=d;e", "bulk", "history"]
)
def test_a_name_in_an_address_may_be_in_any_script(api, name: str) -> None:
    assert _remember(api, name=name).json()["name"] == name
    assert api.get(f"/memories/{quote(name, safe='')}").json()["name"] == name
    assert len(api.get(f"/memories/{quote(name, safe='')}/history").json()["revisions"]) == 1


def test_a_value_is_kept_as_json(api) -> None:
    api.post("/memories", {"name": "settings", "value": {"a": [1, None, "ü"]}})
    merged = {"name": "settings", "value": {"b": 2}, "write_mode": "merge"}
    assert api.post("/memories", merged).status_code == 200
    assert api.get("/memories/settings").json()["value"] == {"a": [1, None, "ü"], "b": 2}


def test_what_needs_a_review_is_accepted_not_created(api) -> None:
    answer = _remember(api, trust="web")
    assert (answer.status_code, answer.json()["status"], answer.json()["version"]) == (202, "proposed", 0)


def test_the_same_request_again_gets_the_same_answer(api) -> None:
    first = _remember(api, idempotency_key="k1")
    again = _remember(api, idempotency_key="k1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json() | {"duplicate": True}
    assert Revision.objects.count() == 0  # nobody acts here any more
    problem(_remember(api, "Something else.", idempotency_key="k1"), 409, "IDEMPOTENCY_CONFLICT")


def test_the_key_may_stand_in_the_header(api) -> None:
    body = {"content": "Ana prefers tea."}
    api.post("/memories", body, **{"Idempotency-Key": "k1"})
    assert api.post("/memories", body, **{"Idempotency-Key": "k1"}).json()["duplicate"]
    two_keys = api.post("/memories", body | {"idempotency_key": "k2"}, **{"Idempotency-Key": "k1"})
    assert problem(two_keys, 400, "VALIDATION_ERROR")["field"] == "idempotency_key"


def test_a_version_that_has_moved_on_is_told(api) -> None:
    _remember(api, name="tea")
    told = problem(
        _remember(api, "Ana prefers coffee.", name="tea", expected_version=0), 409, "VERSION_CONFLICT"
    )
    assert (told["expected_version"], told["current_version"]) == (0, 1)


def test_appending_adds_a_line(api) -> None:
    _remember(api, name="tea")
    answer = api.post("/memories/tea/append", {"content": "Green, no sugar."})
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    assert api.get("/memories/tea").json()["content"] == "Ana prefers tea.\nGreen, no sugar."
    problem(api.post("/memories/coffee/append", {"content": "x"}), 404, "MEMORY_NOT_FOUND")


def test_archiving_hides_and_restoring_brings_back(api) -> None:
    _remember(api, name="tea")
    assert api.post("/memories/tea/archive").json()["archived_at"]
    problem(api.get("/memories/tea"), 404, "MEMORY_NOT_FOUND")
    assert [each["name"] for each in api.get("/memories?archived=true").json()["memories"]] == ["tea"]
    assert api.post("/memories/tea/restore").json()["archived_at"] is None
    assert api.get("/memories/tea").json()["content"] == "Ana prefers tea."


def test_the_tier_moves_without_a_new_version(api) -> None:
    _remember(api, name="tea")
    assert api.post("/memories/tea/recall-tier", {"recall": "manual"}).json() == {
        "name": "tea", "version": 1, "recall": "manual", "archived_at": None, "reason": "",
    }  # fmt: skip
    problem(api.post("/memories/tea/recall-tier", {"recall": "sometimes"}), 400, "VALIDATION_ERROR")


def test_forgetting_erases_and_says_what_went(api) -> None:
    _remember(api, name="tea")
    answer = api.call("DELETE", "/memories/tea")
    assert answer.status_code == 200
    assert answer.json()["erased"] and answer.json()["revisions"] == 1
    problem(api.get("/memories/tea"), 404, "MEMORY_NOT_FOUND")
    problem(_remember(api, name="tea"), 422, "EXCLUDED")


def test_where_a_person_decides_forgetting_asks(api, person) -> None:
    _remember(api, name="tea")
    Workspace.objects.update(mode=Mode.REVIEW)
    answer = api.call("DELETE", "/memories/tea")
    assert (answer.status_code, answer.json()["erased"]) == (202, False)
    assert Memory.objects.get().erasure_asked_at is not None


def test_the_history_tells_everything(api) -> None:
    _remember(api, name="tea")
    _remember(api, "Ana prefers coffee.", name="tea")
    history = api.get("/memories/tea/history?limit=5").json()
    assert [each["status"] for each in history["revisions"]] == ["active", "superseded"]
    assert [each["action"] for each in history["events"]] == ["memory.remembered"] * 2


def test_a_list_is_read_page_by_page(api) -> None:
    for number in range(5):
        _remember(api, f"Number {number} is a number.", name=f"n{number}", tags=["numbers"])
    first = api.get("/memories?tags=numbers&tags=others&limit=3").json()
    rest = api.get(f"/memories?tags=numbers&tags=others&limit=3&cursor={first['next_cursor']}").json()
    names = [each["name"] for page in (first, rest) for each in page["memories"]]
    assert names == ["n4", "n3", "n2", "n1", "n0"] and rest["next_cursor"] is None
    other = api.get(f"/memories?tags=others&limit=3&cursor={first['next_cursor']}")
    assert problem(other, 400, "VALIDATION_ERROR")["field"] == "cursor"


def test_many_are_remembered_at_once_or_none(api) -> None:
    items = [{"content": f"Fact number {number}."} for number in range(20)]
    answers = api.post("/memories/bulk", {"items": items, "workspace": "team"}).json()["answers"]
    assert {each["status"] for each in answers} == {"stored"} and {each["workspace"] for each in answers} == {
        "team"
    }
    refused = api.post("/memories/bulk", {"items": [{"content": "Good."}, {"content": ""}]})
    problem(refused, 400, "VALIDATION_ERROR")
    assert len(api.get("/memories?workspace=team&limit=100").json()["memories"]) == 20


def test_an_item_of_many_is_named_by_its_place(api) -> None:
    told = problem(api.post("/memories/bulk", {"items": [{}, {"contents": "x"}]}), 400, "VALIDATION_ERROR")
    assert told["field"] == "items.1.contents"
    for items in ([], [{"content": "x"}] * 501):
        assert (
            problem(api.post("/memories/bulk", {"items": items}), 400, "VALIDATION_ERROR")["field"] == "items"
        )


def test_a_tier_that_waits_for_a_person_is_accepted_and_says_so(api, person) -> None:
    _remember(api, name="tea")
    change_workspace(person, workspace="default", mode="review")
    answer = api.post("/memories/tea/recall-tier", {"recall": "always"})
    assert (answer.status_code, answer.json()["recall"]) == (202, "relevance")
    assert "a person decides" in answer.json()["reason"]
