"""What answers carry beside their text: files, opened and read, and headers, which nobody else may write."""

from __future__ import annotations

import io
import re
import socket
import zipfile
from typing import Any

import pytest
from django.http import HttpResponse

from continuum.asgi import Application
from memories.api.files import named
from memories.api.portability import PACKAGE
from memories.portability.export.readable import Kind
from tests.isolation import requests
from tests.isolation.asked_by import Round, default_alone, whole
from tests.isolation.asking import Asker, traces
from tests.isolation.fields import EXTRA
from tests.isolation.files import EXPORT, FILES
from tests.isolation.routes import Route
from tests.isolation.stage import MARK, Stage
from tests.isolation.table import listed
from tests.isolation.test_seeded_leaks import Seed, in_force, seeded
from tests.listening import listening

__all__ = ["seeded"]
pytestmark = pytest.mark.timeout(600)
TABLE = listed()
WORKING = [route for route, told in TABLE.items() if told["alice"].rstrip("*") not in {"405", "415"}]
OURS = [route for route in WORKING if not route.pattern.startswith("admin/")]
TELLING = [r for r in OURS if TABLE[r]["alice"].startswith(("3", "201", "202")) or r.pattern in FILES]
"""Those that say in headers where to go on, or what a file is called."""
KINDS = [PACKAGE, *Kind]
ENDING = "\r\nX-Evil: 1\r\nSet-Cookie: evil=1\r\n\r\n<b>evil</b>"
CONTROLS = "\x00\x0b\x1b[31m\x7f\x85\u2028\u202e"
FREE = (
    *(
        "name",
        "new_name",
        "title",
        "note",
        "label",
        "description",
        "summary",
        "query",
        "q",
        "question",
        "prompt",
    ),
    *("content", "text", "tag", "source", "filename", "task_id", "agent", "client", "to", "again", "around"),
    *("next", "redirect", "return_to", "url", "kept", "onward", "back", "key", "entity", "into", "email"),
    *("username", "login", "first_name", "session_id", "cwd", "reason", "redirect_uri", "state", "scope"),
)
"""What people and programs may fill as they like."""
PLAIN = re.compile(r"[\x20-\x7e]*")
FILE_NAME = re.compile(r'attachment; filename="[a-z0-9.-]+"')


def test_every_kind_of_export_is_asked_for() -> None:
    (kind,) = [each for each in requests.operations()[EXPORT, "GET"]["parameters"] if each["name"] == "kind"]
    assert set(kind["schema"]["enum"]) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_of_any_kind_holds_ones_own_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(EXTRA, EXPORT, {"kind": str(kind)})
    route = Route(EXPORT, "GET")
    hers = Round(stage, user=stage.alice)
    assert traces(stage, hers.answer(route, hers.real), hers.real), "her own is read, so it would be found"
    for other in (Round(stage, user=stage.charlie), Round(stage, bearer=stage.bearers["token"])):
        assert other.faults(route, "200") == []
    assert Round(stage, bearer=stage.bearers["narrow"], spare=default_alone(stage)).faults(route, None) == []


def test_a_backup_holds_ones_own_alone(stage: Stage) -> None:
    route, charlie, alice = (
        Route("api/v1/backup", "GET"),
        Round(stage, user=stage.charlie),
        Round(stage, user=stage.alice),
    )
    assert charlie.faults(route, "200") == []
    assert MARK in alice.answer(route, alice.real).text.lower()


def packed(text: str) -> HttpResponse:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("memories.md", text)
    return HttpResponse(body.getvalue(), headers={"Content-Disposition": "attachment"})


def test_a_leak_in_a_zip_is_found(stage: Stage, seeded: Seed) -> None:
    route = seeded(lambda request: packed("".join(text for _, text in in_force(stage))))
    assert any("shows" in fault and MARK in fault for fault in Round(stage).faults(route, "200"))


def broken(answer: Any) -> list[str]:
    """Headers that hold more than one line of plain letters, or that were smuggled in."""
    sent = [
        *answer.headers.items(),
        *(("Set-Cookie", cookie.OutputString()) for cookie in answer.cookies.values()),
    ]
    smuggled = {"x-evil"} & {name.lower() for name, _ in sent} | {"evil"} & set(answer.cookies)
    return [f"{name}: {value!r}" for name, value in sent if not PLAIN.fullmatch(value)] + sorted(smuggled)


def hostile(stage: Stage, route: Route, ending: str) -> dict[str, Any]:
    """The route's own request, with the ending behind everything that is free, and in its address."""
    values = Round(stage).real
    request = requests.asked(
        route, values | {name: f"{values.get(name, name)}{ending}" for name in FREE if name != "name"}
    )
    ways = dict.fromkeys(FREE, f"/{ending}")
    return {**request, "query_params": {**ways, **request.get("query_params", {})}}


@pytest.mark.parametrize(
    ("ending", "asked"),
    [
        (ENDING, TELLING),
        pytest.param(ENDING, OURS, marks=pytest.mark.slow),
        pytest.param(CONTROLS, OURS, marks=pytest.mark.slow),
    ],
    ids=["lines where headers tell", "lines", "controls"],
)
def test_no_answer_has_a_header_that_somebody_wrote(stage: Stage, ending: str, asked: list[Route]) -> None:
    alice, wrong = Asker(stage, user=stage.alice, spare=whole(stage)), []
    for route in asked:
        answer = alice.response(route.method, hostile(stage, route, ending))
        assert not answer.streaming or list(answer.streaming_content)  # to its end, which closes it
        wrong += [f"{route} {each}" for each in broken(answer)]
        wrong += [f"{route} answers {answer.status_code}"] if answer.status_code >= 500 else []
    assert wrong == []


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_file_has_a_name_of_ours(stage: Stage, path: str) -> None:
    alice = Asker(stage, user=stage.alice, spare=whole(stage))
    answer = alice.response("GET", hostile(stage, Route(path, "GET"), ENDING) | {"query_params": {}})
    assert not answer.streaming or list(answer.streaming_content)
    told = answer.headers.get("Content-Disposition")
    assert told is None if answer.status_code != 200 else FILE_NAME.fullmatch(told)
    assert FILE_NAME.fullmatch(f'attachment; filename="{named("continuum-markdown", "zip")}"')


def test_a_header_that_would_be_two_is_found(stage: Stage) -> None:
    answer = Asker(stage, user=None, spare=whole(stage)).response("GET", {"path": "/sign-in"})
    answer.headers._store["x-name"] = ("X-Name", "tea\r\nX-Evil: 1")
    assert broken(answer) == ["X-Name: 'tea\\r\\nX-Evil: 1'"]


@pytest.mark.parametrize(
    "path",
    [
        "/sign-in?next=/%0d%0aX-Evil:%201",
        "/memory/%0d%0aX-Evil:1",
        "/api/v1/memories/%0d%0aX-Evil:1",
        "/join/%0d%0aX-Evil:1",
        "/mcp?%0d%0aX-Evil:1",
        "/.well-known/%0d%0aX-Evil:1",
    ],
)
def test_on_the_wire_there_is_none_either(stage: Stage, path: str) -> None:
    with listening(Application()) as port, socket.create_connection(("127.0.0.1", port)) as line:
        asked = [
            f"GET {path} HTTP/1.1",
            "Host: localhost",
            "X-Request-Id: tea%0d%0aX-Evil",
            "Connection: close",
        ]
        line.sendall("".join(f"{each}\r\n" for each in [*asked, ""]).encode())
        told = b"".join(iter(lambda: line.recv(65_536), b""))
    head = told.partition(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 ") and b"\nx-evil" not in head
