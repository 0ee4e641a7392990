"""One exchange with a server that behaves in every way a server can."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from mcp_gateway.stdio.endpoint import Exchange, Interrupted, Refused, Unreachable
from tests.listening import free_port

Answering = Callable[[bytes], str]


@pytest.fixture
def answering() -> Iterator[Answering]:
    """A server on a real socket that sends these bytes to whoever asks, then hangs up."""
    opened: list[socket.socket] = []

    def serve(answer: bytes) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        opened.append(listener)

        def once() -> None:
            client, _ = listener.accept()
            with client:
                client.recv(65_536)
                client.sendall(answer)
                client.shutdown(socket.SHUT_WR)
                while client.recv(65_536):
                    pass  # hanging up on what was not read would reset the connection

        threading.Thread(target=once, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"

    yield serve
    for listener in opened:
        listener.close()


def received(url: str) -> list[bytes]:
    return list(Exchange().messages(url, b"{}", {}))


def test_an_answer_and_a_stream_are_received(answering: Answering) -> None:
    plain = answering(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}")
    stream = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n"
    assert received(plain) == [b"{}"]
    assert received(answering(stream + b"data: 1\r\n\r\n: ping\r\n\r\ndata: 2\r\n\r\n")) == [b"1", b"2"]


def test_what_is_taken_without_an_answer_has_none(answering: Answering) -> None:
    assert received(answering(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")) == []


def test_a_status_that_is_no_success_is_told_with_its_body(answering: Answering) -> None:
    with pytest.raises(Refused) as refused:
        received(answering(b"HTTP/1.1 503 Busy\r\ncontent-length: 4\r\n\r\nwait"))
    assert (refused.value.status, refused.value.body) == (503, b"wait")


def test_where_nobody_listens_nothing_was_sent() -> None:
    with pytest.raises(Unreachable):
        received(f"http://127.0.0.1:{free_port()}/mcp")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
        b"nonsense\r\n",
    ],
)
def test_an_answer_that_breaks_off_is_no_answer(answering: Answering, answer: bytes) -> None:
    with pytest.raises(Interrupted):
        received(answering(answer))


def test_cancelling_ends_the_wait_at_once() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        exchange = Exchange()
        threading.Timer(0.1, exchange.cancel).start()
        with pytest.raises(Interrupted):
            list(exchange.messages(f"http://127.0.0.1:{silent.getsockname()[1]}/mcp", b"{}", {}))
    assert exchange.cancelled


def test_what_was_cancelled_before_it_began_is_not_sent() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        exchange = Exchange()
        exchange.cancel()
        with pytest.raises(Interrupted):
            list(exchange.messages(f"http://127.0.0.1:{silent.getsockname()[1]}/mcp", b"{}", {}))
