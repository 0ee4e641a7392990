"""Bodies of requests, over a real socket: what is never read, and what is told about it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from django.conf import settings as configured
from django.core.handlers.asgi import ASGIHandler
from django.db import OperationalError
from django.test import Client

from continuum import bodies
from continuum.kernel.actor import Permission
from memories import access
from memories.models import Import
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import person_actor

MIB = 1024 * 1024
LONG = 6 * MIB
IMPORTS, RESTORE = "/api/v1/imports", "/api/v1/backup/restore"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long each body was that Django read to its end."""
    lengths: list[int] = []
    real = ASGIHandler.read_body

    async def reads(self: Any, receive: Any) -> Any:
        file = await real(self, receive)
        lengths.append(len(file.read()))
        file.seek(0)
        return file

    monkeypatch.setattr(ASGIHandler, "read_body", reads)
    return lengths


@pytest.fixture
def anyone(server_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server_url, timeout=30, headers={"Host": "localhost"}) as client:
        yield client


@pytest.fixture
def token(alice: User) -> dict[str, str]:
    bearer = issue_token(alice, name="script", permissions=[Permission.READ, Permission.WRITE])
    return {"Authorization": f"Bearer {bearer}"}


def in_parts(size: int) -> Iterator[bytes]:
    for _ in range(size // 65_536):
        yield b"a" * 65_536


@pytest.mark.parametrize("body", [b"a" * LONG, "in parts"], ids=["told", "untold"])
@pytest.mark.parametrize("path", ["/sign-in", "/health/live", "/api/v1/recall", "/hook/session", "/no/such"])
def test_a_long_body_is_not_read(anyone: httpx.Client, read: list[int], path: str, body: Any) -> None:
    sent = in_parts(LONG) if body == "in parts" else body
    answer = anyone.post(path, content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"], read) == (413, "VALIDATION_ERROR", [])
    assert answer.headers["Content-Type"] == "application/problem+json" and answer.json()["request_id"]
    assert anyone.get("/health/live").status_code == 200


def test_a_person_is_told_by_a_page(anyone: httpx.Client, read: list[int]) -> None:
    answer = anyone.post("/sign-in", content=b"a" * LONG, headers={"Accept": "text/html"})
    assert answer.status_code == 413 and "That is too large" in answer.text and read == []
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", [IMPORTS, RESTORE, "/api/v1/package", "/api/v1/backup/check"])
@pytest.mark.parametrize("shown", [{}, {"Authorization": "Bearer ctm_wrong"}], ids=["nothing", "nonsense"])
def test_nobodys_file_is_not_read(
    anyone: httpx.Client, read: list[int], path: str, shown: dict[str, str]
) -> None:
    answer = anyone.post(path, content=in_parts(LONG), headers=shown)
    assert (answer.status_code, answer.json()["code"], read) == (401, "UNAUTHORIZED", [])
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


@pytest.mark.parametrize("path", ["/imports/upload", "/backups/back"])
def test_who_was_signed_out_meanwhile_signs_in(anyone: httpx.Client, read: list[int], path: str) -> None:
    answer = anyone.post(path, content=b"a" * LONG, headers={"Accept": "text/html"})
    assert (answer.status_code, read) == (302, []) and answer.headers["Location"].startswith("/sign-in?")


def test_a_file_of_somebody_is_taken_in(
    anyone: httpx.Client, token: dict[str, str], alice: User, settings: Any, tmp_path: Path
) -> None:
    settings.IMPORTS = tmp_path
    file = {"file": ("notes.md", b"Tea is at four.\n" * (LONG // 16))}
    for shown in (token, session_of(alice)):
        assert anyone.post(IMPORTS, files=file, headers=shown).status_code == 202
    with access.acting(person_actor(alice)):
        assert [row.total for row in Import.objects.all()] == [LONG, LONG]


def session_of(person: User) -> dict[str, str]:
    browser = Client()
    browser.force_login(person)
    browser.get("/imports")
    kept = {name: morsel.value for name, morsel in browser.cookies.items()}
    cookie = "; ".join(f"{name}={value}" for name, value in kept.items())
    return {"Cookie": cookie, "X-CSRFToken": kept[configured.CSRF_COOKIE_NAME]}


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_the_largest_file_has_an_end(
    anyone: httpx.Client, token: dict[str, str], monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    monkeypatch.setattr(bodies, "MOST_FILE", 5 * MIB)
    answer = anyone.post(IMPORTS, content=b"a" * LONG if told else in_parts(LONG), headers=token)
    assert (answer.status_code, answer.json()["code"]) == (413, "VALIDATION_ERROR")


def test_a_short_body_in_parts_is_read(anyone: httpx.Client, token: dict[str, str], read: list[int]) -> None:
    json = {**token, "Content-Type": "application/json"}
    answer = anyone.post("/api/v1/recall", content=iter([b'{"query": ', b'"tea"}']), headers=json)
    assert (answer.status_code, read) == (200, [16])


def test_without_the_database_a_file_is_not_read(
    anyone: httpx.Client, token: dict[str, str], monkeypatch: pytest.MonkeyPatch, read: list[int]
) -> None:
    def lost(_: str) -> None:
        raise OperationalError

    monkeypatch.setattr(bodies, "find_standing", lost)
    answer = anyone.post(IMPORTS, content=b"a" * LONG, headers=token)
    assert (answer.status_code, answer.json()["code"], read) == (503, "STORAGE_ERROR", [])
    assert answer.headers["Retry-After"]


def test_who_goes_away_in_the_middle_leaves_nothing(server_url: str, read: list[int]) -> None:
    parts = urlsplit(server_url)
    with socket.create_connection((parts.hostname, parts.port), 10) as line:
        line.sendall(
            b"POST /sign-in HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc"
        )
    assert httpx.get(f"{server_url}/health/live", headers={"Host": "localhost"}).status_code == 200
    assert read == [0]
