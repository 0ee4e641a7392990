"""Who may do what through the API: the same for every endpoint."""

from __future__ import annotations

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from memories.models import Memory
from oauth.models import PersonalToken, User
from tests.memories.api.conftest import ROOT, problem

READING = ["/memories", "/memories/tea", "/memories/tea/history", "/recall?query=tea", "/workspaces", "/jobs"]
WRITING = [
    ("POST", "/memories", {"content": "x"}),
    ("POST", "/memories/bulk", {"items": [{"content": "x"}]}),
    ("POST", "/memories/tea/append", {"content": "x"}),
    ("POST", "/memories/tea/archive", None),
    ("POST", "/memories/tea/restore", None),
    ("POST", "/memories/tea/recall-tier", {"recall": "always"}),
    ("DELETE", "/memories/tea", None),
    ("POST", "/workspaces", {"name": "new"}),
    ("PATCH", "/workspaces/team", {"mode": "auto"}),
    ("DELETE", "/workspaces/team", None),
]


@pytest.mark.parametrize("path", READING)
def test_nobody_reads_without_a_token(path: str, db: None) -> None:
    answer = Client().get(ROOT + path)
    problem(answer, 401, "UNAUTHORIZED")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Continuum"'


@pytest.mark.parametrize("bearer", ["ctm_wrong", "", "ctm_\u00ff", "x" * 5000])
def test_a_wrong_token_is_told_to_be_wrong(bearer: str, db: None) -> None:
    answer = Client().get(f"{ROOT}/memories", headers={"Authorization": f"Bearer {bearer}"})
    problem(answer, 401, "UNAUTHORIZED")
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_a_revoked_token_is_refused_on_the_next_request(api) -> None:
    assert api.get("/memories").status_code == 200
    PersonalToken.objects.update(revoked_at="2026-01-01T00:00:00Z")
    problem(api.get("/memories"), 401, "UNAUTHORIZED")


@pytest.mark.parametrize("path", READING)
def test_reading_needs_its_permission(path: str, alice: User, script_of) -> None:
    told = problem(script_of(alice, Permission.WEB).get(path), 403, "FORBIDDEN")
    assert told["permission"] == "memory:read"


@pytest.mark.parametrize(("method", "path", "body"), WRITING)
def test_changing_needs_its_permission(method: str, path: str, body: object, alice: User, script_of) -> None:
    reader = script_of(alice, Permission.READ)
    problem(reader.call(method, path, body), 403, "FORBIDDEN")


def test_what_is_not_yours_looks_like_what_is_not_there(api, charlie: User, script_of) -> None:
    api.post("/memories", {"content": "A secret of the team.", "name": "plan", "workspace": "team"})
    stranger = script_of(charlie)
    foreign = problem(stranger.get("/memories/plan?workspace=team"), 404, "MEMORY_NOT_FOUND")
    absent = problem(stranger.get("/memories/plan?workspace=nowhere"), 404, "MEMORY_NOT_FOUND")
    assert foreign["detail"] == absent["detail"]
    assert stranger.get("/recall?query=secret").json()["memories"] == []


def test_a_member_reads_the_team_and_not_the_rest(api, bob: User, script_of) -> None:
    api.post("/memories", {"content": "The team meets on Mondays.", "name": "meeting", "workspace": "team"})
    api.post("/memories", {"content": "Alice's diary.", "name": "diary"})
    member = script_of(bob)
    assert member.get("/memories/meeting?workspace=team").status_code == 200
    problem(member.get("/memories/diary"), 404, "MEMORY_NOT_FOUND")
    problem(member.get("/memories/diary?workspace=team"), 404, "MEMORY_NOT_FOUND")


def test_a_token_for_one_workspace_opens_no_other(alice: User, script_of) -> None:
    narrow = script_of(alice, workspaces=("team",))
    assert narrow.get("/memories?workspace=team").status_code == 200
    problem(narrow.get("/memories"), 404, "MEMORY_NOT_FOUND")


def test_private_memories_stay_private(api, settings) -> None:
    api.post("/memories", {"content": "Diary.", "name": "diary", "sensitivity": "private"})
    problem(api.get("/memories/diary"), 404, "MEMORY_NOT_FOUND")
    problem(api.get("/memories/diary?private=true"), 403, "FORBIDDEN")
    settings.ALLOW_PRIVATE = True
    assert api.get("/memories/diary?private=true").json()["content"] == "Diary."


def test_an_agent_off_the_list_is_forbidden(api, settings) -> None:
    settings.ALLOWED_AGENTS = ["claude"]
    assert problem(api.get("/memories"), 403, "FORBIDDEN")["agent"] == "codex"


def test_an_agents_name_may_be_in_any_script(api) -> None:
    name = "智能体".encode().decode("latin-1")
    api.post("/memories", {"content": "x", "name": "x"}, **{"Continuum-Agent": name})
    assert api.get("/memories/x").json()["agent"] == "智能体"


def test_a_session_may_use_the_api_with_its_csrf_token(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.get(f"{ROOT}/memories").status_code == 200
    body = {"data": '{"content": "Mine."}', "content_type": "application/json"}
    problem(browser.post(f"{ROOT}/memories", **body), 403, "FORBIDDEN")
    token = browser.get("/").context["csrf_token"]
    answer = browser.post(f"{ROOT}/memories", **body, headers={"X-CSRFToken": str(token)})
    assert (answer.status_code, answer.json()["status"]) == (201, "stored")


def test_no_cache_keeps_an_answer(api) -> None:
    for path in ("/memories", "/memories/nothing"):
        assert api.get(path).headers["Cache-Control"] == "no-store"


def test_after_an_answer_nobody_acts(api) -> None:
    api.post("/memories", {"content": "x"})
    assert api.get("/memories").json()["memories"]
    assert Memory.objects.count() == 0


@pytest.mark.parametrize(("path", "queries"), [("/memories", 5), ("/memories/tea", 8), ("/jobs", 5)])
def test_reading_costs_a_known_number_of_queries(
    api, path: str, queries: int, django_assert_num_queries
) -> None:
    api.post("/memories", {"content": "Tea.", "name": "tea"})
    with django_assert_num_queries(queries):
        assert api.get(path).status_code == 200
