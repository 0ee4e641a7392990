"""Heads of requests have an end: told over a real socket to a real server."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from continuum import http_protocol
from continuum.http_protocol import MAX_HEAD_BYTES
from continuum.serving import listening, web_config
from tests.listening import free_port

PART = 16_384
PATIENCE_SECONDS = 20


async def told(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the headers that it sees once the whole body is there, as Django does."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    seen = json.dumps([[name.decode(), len(value)] for name, value in scope["headers"]]).encode()
    length = (b"content-length", str(len(seen)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": seen})


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, int]]:
    listener = listening("127.0.0.1", free_port())
    config = uvicorn.Config(told, http=web_config().http, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()
    server.should_exit = True
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


@pytest.fixture
def line(served: tuple[str, int]) -> Iterator[socket.socket]:
    with socket.create_connection(served, PATIENCE_SECONDS) as made:
        yield made


def asked(line: socket.socket, sent: bytes) -> tuple[int, bytes]:
    """The status and the body of one answer."""
    line.sendall(sent)
    head, _, body = _until(line, b"\r\n\r\n").partition(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(PART)
    return int(head.split()[1]), body


def _until(line: socket.socket, end: bytes) -> bytes:
    received = b""
    while end not in received:
        part = line.recv(PART)
        assert part, "the line was ended without an answer"
        received += part
    return received


def head(*fields: bytes) -> bytes:
    return b"\r\n".join([b"POST / HTTP/1.1", b"host: here", *fields, b"", b""])


def test_heads_are_read_one_after_the_other_up_to_the_limit(line: socket.socket) -> None:
    long = b"x-long: " + b"a" * (MAX_HEAD_BYTES - 200)
    for _ in range(3):
        status, body = asked(line, head(long, b"content-length: 3") + b"abc")
        assert (status, len(json.loads(body))) == (200, 3)


def test_a_body_is_not_counted_as_a_head(line: socket.socket) -> None:
    body = b"a" * (MAX_HEAD_BYTES * 8)
    length = f"content-length: {len(body)}".encode()
    assert asked(line, head(length) + body)[0] == 200
    assert asked(line, head(length) + body)[0] == 200


@pytest.mark.parametrize(
    "fields",
    [[b"x-long: " + b"a" * MAX_HEAD_BYTES], [b"x-%d: b" % n for n in range(MAX_HEAD_BYTES // 4)]],
    ids=["one", "many"],
)
def test_a_head_that_is_too_long_is_refused(line: socket.socket, fields: list[bytes]) -> None:
    assert asked(line, head(*fields))[0] == 400


def test_a_line_without_end_is_not_kept(line: socket.socket) -> None:
    line.sendall(b"GET / HTTP/1.1\r\nx-endless: ")
    sent = 0
    try:
        while sent < 64 * MAX_HEAD_BYTES:
            sent += line.send(b"a" * PART)
    except OSError:
        pass  # the server has ended it
    assert sent < 64 * MAX_HEAD_BYTES


def test_what_comes_after_a_body_is_no_header(line: socket.socket) -> None:
    chunked = b"3\r\nabc\r\n0\r\nx-forwarded-for: 10.0.0.1\r\nauthorization: Bearer other\r\n\r\n"
    status, body = asked(line, head(b"transfer-encoding: chunked") + chunked)
    assert status == 200
    assert [name for name, _ in json.loads(body)] == ["host", "transfer-encoding"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(http_protocol, name, 0.3)


def ended(line: socket.socket) -> bytes:
    """All that comes until the server ends the line."""
    received = b""
    while part := line.recv(PART):
        received += part
    return received


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", b""),
        (b"\r\n\r\n", b""),
        (b"POST / HTTP/1.1\r\nhost: he", b"408"),
        (head(b"content-length: 3") + b"ab", b"408"),
        (head(b"transfer-encoding: chunked") + b"5\r\nabc", b"408"),
    ],
    ids=["nothing", "blank lines", "half a head", "half a body", "half a chunk"],
)
def test_who_does_not_go_on_is_left(
    impatient: None, served: tuple[str, int], sent: bytes, told: bytes
) -> None:
    with socket.create_connection(served, PATIENCE_SECONDS) as line:
        line.sendall(sent)
        assert ended(line)[9:12] == told


def test_a_body_that_trickles_is_left(impatient: None, line: socket.socket) -> None:
    line.sendall(head(b"content-length: 100000"))
    stopped = threading.Event()

    def trickle() -> None:
        while not stopped.wait(0.05):
            try:
                line.send(b"a")
            except OSError:
                return

    trickling = threading.Thread(target=trickle, daemon=True)
    trickling.start()
    assert line.recv(PART)[9:12] == b"408"
    stopped.set()
    trickling.join(PATIENCE_SECONDS)


def test_a_body_that_comes_on_may_take_long(
    impatient: None, monkeypatch: pytest.MonkeyPatch, line: socket.socket
) -> None:
    monkeypatch.setattr(http_protocol, "BODY_LEAST", 1)
    line.sendall(head(b"content-length: 8"))
    for _ in range(7):
        time.sleep(0.15)
        line.sendall(b"a")
    assert asked(line, b"a")[0] == 200


def test_blank_lines_keep_no_line_open(impatient: None, line: socket.socket) -> None:
    assert asked(line, head(b"content-length: 0"))[0] == 200
    line.sendall(b"\r\n")
    assert ended(line) == b""
