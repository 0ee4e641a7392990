"""POST /hook/session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from memories.hook_api.limits import MAX_SESSION_BODY
from memories.models import Revision
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import person_actor

Post = Callable[..., Any]
ENDED = {"transcript": "User: I prefer tabs.", "session_id": "s-1"}


def texts() -> list[str]:
    return list(Revision.objects.values_list("content", flat=True))


@pytest.fixture(autouse=True)
def _acting(person: object) -> None:
    """The tests look at alice's rows."""


def test_a_session_is_taken_in_and_proposed(post: Post) -> None:
    answer = post(**ENDED)
    told = {"queued": True, "reason": "", "workspace": "default", "proposals": 1, "skipped": {}}
    assert (answer.status_code, answer.json(), texts()) == (202, told, ["I prefer tabs."])
    assert answer.headers["Cache-Control"] == "no-store"


def test_posting_again_is_answered_and_changes_nothing(post: Post) -> None:
    post(**ENDED)
    again = post(**ENDED)
    assert (again.status_code, again.json()["queued"], again.json()["reason"]) == (
        202,
        False,
        "already_captured",
    )
    assert len(texts()) == 1


def test_fields_that_a_client_was_given_and_sends_along_do_not_matter(post: Post) -> None:
    answer = post(
        **ENDED, hook_event_name="SessionEnd", transcript_path="/t", cwd=7, workspace=None, reason=["x"]
    )
    assert (answer.status_code, answer.json()["proposals"]) == (202, 1)


@pytest.mark.parametrize("more", [{"reason": "clear"}, {"agent_id": "a1"}, {"agent_type": "Explore"}])
def test_a_cleared_or_sub_agents_session_gives_nothing(post: Post, more: dict[str, str]) -> None:
    answer = post(**ENDED, **more)
    assert (answer.status_code, answer.json()["queued"], texts()) == (202, False, [])


@pytest.mark.parametrize(
    ("named", "used"), [("team", "team"), ("nowhere", "default"), (None, "default"), (3, "default")]
)
def test_a_workspace_that_is_not_open_means_the_default_one(post: Post, named: Any, used: str) -> None:
    assert post(**ENDED, workspace=named).json()["workspace"] == used


def test_another_persons_workspace_gives_nothing_of_it(post: Post, charlie: User) -> None:
    theirs = person_actor(charlie).workspaces["default"]
    assert post(**ENDED, workspace=str(theirs)).json()["workspace"] == "default"
    assert texts() == ["I prefer tabs."]


def test_bytes_that_are_no_utf8_spoil_nothing(post: Post) -> None:
    body = (
        b'{"session_id":"s","transcript":"User: bad \xff byte.\\nUser: half \\ud83d\\u0000. I prefer tabs."}'
    )
    assert post(b"\xef\xbb\xbf" + body).json()["proposals"] == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        *((b"", ""), (b"{", ""), (b"[]", ""), (b"null", ""), (b"[" * 100_000, "")),
        *(({}, "transcript"), ({"transcript": 1, "session_id": "s"}, "transcript")),
        *(
            ({"transcript": "User: x"}, "session_id"),
            ({"transcript": "User: x", "session_id": ""}, "session_id"),
        ),
    ],
)
def test_what_cannot_be_read_is_a_problem(post: Post, body: Any, field: str) -> None:
    answer = post(body)
    told = answer.json()
    assert (answer.status_code, told["code"], told["field"]) == (400, "VALIDATION_ERROR", field)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_body_beyond_the_limit_is_refused(post: Post) -> None:
    answer = post(**{**ENDED, "transcript": "x" * MAX_SESSION_BODY})
    assert (answer.status_code, answer.json()["code"], texts()) == (413, "VALIDATION_ERROR", [])


@pytest.mark.parametrize("token", ["", "ctm_unknown"])
def test_a_stranger_is_refused(post: Post, token: str) -> None:
    answer = post(**ENDED, token=token)
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
    assert "WWW-Authenticate" in answer.headers


def test_a_token_that_may_not_write_is_refused(post: Post, alice: User) -> None:
    reader = issue_token(alice, name="reader", permissions=(Permission.READ,))
    answer = post(**ENDED, token=reader)
    assert (answer.status_code, answer.json()["code"], texts()) == (403, "FORBIDDEN", [])


def test_a_signed_in_browser_is_no_hook(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    assert browser.post("/hook/session", ENDED, content_type="application/json").status_code == 401


def test_it_is_only_posted_to(bearer: str) -> None:
    assert Client().get("/hook/session", headers={"Authorization": f"Bearer {bearer}"}).status_code == 405


def test_its_queries_are_counted(post: Post, django_assert_max_num_queries: Any) -> None:
    said = "\n".join(f"I prefer thing {number}." for number in range(6))
    with django_assert_max_num_queries(60):
        assert post(transcript=f"User: {said}", session_id="s").json()["proposals"] == 6
