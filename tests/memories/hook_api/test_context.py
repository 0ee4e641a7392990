"""POST /hook/context."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.hook_api.context import Context
from memories.hook_api.limits import MAX_CONTEXT_BODY
from memories.intake.submit import submit_all
from memories.models import Activity, Mode
from memories.services.drafts import Draft
from memories.services.workspaces import create_workspace
from oauth.models import User
from oauth.pace import Pace
from oauth.services.tokens import issue_token
from tests.conftest import person_actor
from tests.stories import remember

Ask = Callable[..., Any]
ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."


@pytest.fixture(autouse=True)
def _stored(person: Actor) -> None:
    remember(person, SAID, name="falcon")


def test_a_message_gets_its_context(ask: Ask) -> None:
    answer = ask(prompt=ASKED, session_id="s")
    assert answer.status_code == 200 and set(answer.json()) == {"context"}
    assert SAID in answer.json()["context"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_older_name_of_the_field_is_understood(ask: Ask) -> None:
    assert SAID in ask(query=ASKED).json()["context"]


@pytest.mark.parametrize(
    "body", [{}, {"prompt": ""}, {"prompt": " \n"}, {"prompt": 7}, {"prompt": None, "session_id": "s"}]
)
def test_without_a_message_nothing_is_looked_up(ask: Ask, body: dict[str, Any]) -> None:
    answer = ask(body)
    assert (answer.status_code, answer.json()) == (200, {"context": None})
    assert not Activity.objects.exists()


def test_what_is_not_relevant_is_null(ask: Ask) -> None:
    assert ask(prompt="Write me a poem about the sea in winter.").json() == {"context": None}


def test_the_same_session_is_not_told_twice_until_it_starts_afresh(ask: Ask, person: Actor) -> None:
    remember(person, "Never deploy on Fridays.", recall_tier="always")
    asked = {"prompt": ASKED, "session_id": "s"}
    assert ask(**asked).json()["context"] is not None
    assert ask(**asked).json() == {"context": None}
    told = ask(session_id="s", afresh=True).json()["context"]
    assert "Fridays" in told and SAID not in told
    assert SAID in ask(**asked).json()["context"]


@pytest.mark.parametrize(
    ("where", "header"),
    [
        ({"workspace": "team"}, "in: team, default."),
        ({"workspace": "nowhere", "cwd": "/w/team"}, "in: team, default."),
        ({"cwd": "/w/Team/"}, "in: team, default."),
        ({"cwd": "C:\\work\\TEAM"}, "in: team, default."),
        ({"cwd": "/w/Falcon App"}, "in: falcon-app, default."),
        *(({"cwd": cwd}, "in: default.") for cwd in ("/w/team/src", "/", "", 7, None, "/w/default", "C:\\")),
        ({"workspace": "nowhere"}, "in: default."),
        ({"workspace": None, "cwd": "\ud83d/x"}, "in: default."),
    ],
)
def test_hk_16_the_workspace_is_the_named_one_or_the_one_called_like_the_folder(
    ask: Ask, person: Actor, alice: User, where: dict[str, Any], header: str
) -> None:
    create_workspace(person, name="falcon-app", mode=Mode.AUTO)
    assert header in ask(prompt=ASKED, **where).json()["context"]


def test_hk_16_another_persons_workspace_gives_nothing_of_it(ask: Ask, charlie: User) -> None:
    theirs = create_workspace(person_actor(charlie), name="theirs", mode=Mode.AUTO)
    for name in ("theirs", str(theirs.pk)):
        assert "in: default." in ask(prompt=ASKED, workspace=name, cwd="/w/theirs").json()["context"]


def test_recent_turns_say_what_a_short_message_is_about(ask: Ask) -> None:
    assert ask(prompt="and which one?").json()["context"] is None
    assert SAID in ask(prompt="and which one?", recent=ASKED).json()["context"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"[" * 30_000, '{"prompt": "x"'.encode("utf-16")]
)
def test_what_cannot_be_read_is_a_problem(ask: Ask, body: bytes) -> None:
    answer = ask(body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_bytes_that_are_no_utf8_and_half_characters_spoil_nothing(ask: Ask) -> None:
    body = b'{"prompt": "Which database does the Falcon project use? \xff \\ud83d \\u0000"}'
    assert SAID in ask(body).json()["context"]


@pytest.mark.parametrize("field", ["session_id", "cwd", "workspace", "recent"])
def test_half_a_character_in_any_field_spoils_nothing(ask: Ask, field: str) -> None:
    answer = ask(f'{{"prompt": "{ASKED}", "{field}": "x\\ud800\\u0000"}}'.encode())
    assert SAID in answer.json()["context"]


def test_a_body_beyond_the_limit_is_refused(ask: Ask) -> None:
    answer = ask(prompt="x" * MAX_CONTEXT_BODY)
    assert (answer.status_code, answer.json()["code"]) == (413, "VALIDATION_ERROR")


@pytest.mark.parametrize("token", ["", "ctm_unknown"])
def test_a_stranger_is_refused(ask: Ask, token: str) -> None:
    answer = ask(prompt=ASKED, token=token)
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
    assert "WWW-Authenticate" in answer.headers


@pytest.mark.parametrize("body", [{"prompt": ASKED}, {}])
def test_a_token_that_may_not_read_is_refused(ask: Ask, alice: User, body: dict[str, str]) -> None:
    writer = issue_token(alice, name="writer", permissions=(Permission.WRITE,))
    answer = ask(body, token=writer)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")


def test_a_narrowed_token_reads_only_its_workspaces(ask: Ask, alice: User) -> None:
    narrow = issue_token(alice, name="narrow", permissions=(Permission.READ,), workspaces=("team",))
    assert ask(prompt=ASKED, workspace="team", token=narrow).json() == {"context": None}
    assert ask(prompt=ASKED, token=narrow).status_code == 404


def test_a_signed_in_browser_is_no_hook(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    asked = {"prompt": ASKED}
    assert browser.post("/hook/context", asked, content_type="application/json").status_code == 401


def test_who_asks_too_often_is_told_to_wait_and_others_are_not(
    ask: Ask, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Context, "pace", Pace("tests", 2))
    answers = [ask(prompt=ASKED) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "RATE_LIMITED"
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 90
    other = issue_token(alice, name="other", permissions=(Permission.READ,))
    assert ask(prompt=ASKED, token=other).status_code == 200


def test_its_queries_are_counted(ask: Ask, person: Actor, django_assert_max_num_queries: Any) -> None:
    remember(person, "Never deploy on Fridays.", recall_tier="always")
    ask(prompt=ASKED)
    with django_assert_max_num_queries(12):
        assert ask(prompt=ASKED, workspace="team", session_id="s").json()["context"]


def test_mt_03_anothers_many_neighbours_do_not_hide_ones_own(ask: Ask, charlie: User, person: Actor) -> None:
    drafts = [Draft(content=f"Which database does the Falcon project use? Note {n}") for n in range(500)]
    submit_all(person, drafts=drafts)
    theirs = person_actor(charlie)
    with access.acting(theirs):
        remember(theirs, "Falcon, the project of ours, stores rows in SQLite.", name="mine")
    token = issue_token(charlie, name="hook", permissions=(Permission.READ,))
    told = ask(prompt=ASKED, token=token).json()["context"]
    assert "SQLite" in told and "PostgreSQL" not in told and "Note" not in told
