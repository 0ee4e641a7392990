"""The bridge between lines and a real gateway, without the process around it."""

from __future__ import annotations

import io
import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from typing import Any

import pytest

from mcp_gateway.limits import MAX_BODY_BYTES
from mcp_gateway.stdio.bridge import Bridge
from mcp_gateway.stdio.local_server import NotStarted
from tests.listening import free_port

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "old-client", "version": "1"},
}
Exchange = Callable[..., list[dict[str, Any]]]


def line(method: str, request_id: Any = 1, **params: Any) -> bytes:
    return (
        json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}).encode() + b"\n"
    )


def call(tool: str, request_id: Any = 1, **arguments: Any) -> bytes:
    return line("tools/call", request_id, name=tool, arguments=arguments, _meta=META)


@pytest.fixture
def exchange(gateway_url: str, token: str) -> Exchange:
    """Give the bridge these lines and the end of input; what it wrote until it returned, by line."""

    def exchanged(*lines: bytes, said: Iterable[bytes] = (), **fields: Any) -> list[dict[str, Any]]:
        output = fields.get("output") or io.BytesIO()
        usual: dict[str, Any] = {
            "url": lambda: gateway_url,
            "token": lambda: token,
            "ensure": lambda: None,
            "output": output,
            "say": lambda sentence: None,
        }
        Bridge(**{**usual, **fields}).run(chain(lines, said))
        return [json.loads(written) for written in output.getvalue().splitlines()]

    return exchanged


def texts(answers: list[dict[str, Any]]) -> dict[Any, str]:
    return {answer["id"]: answer["result"]["content"][0]["text"] for answer in answers}


def test_what_is_in_flight_at_the_end_of_input_is_answered(exchange: Exchange) -> None:
    answers = exchange(*(call("memory_guide", request_id) for request_id in range(40)))
    assert sorted(answer["id"] for answer in answers) == list(range(40))


def test_ids_come_back_as_they_were(exchange: Exchange) -> None:
    answers = exchange(call("memory_guide", "1"), call("memory_guide", 1))
    assert {json.dumps(answer["id"]) for answer in answers} == {'"1"', "1"}


class Conversation:
    """Lines that are said one after the other, each when the one before was answered."""

    def __init__(self, *lines: bytes) -> None:
        self.lines = lines
        self.output = Listening()

    def __iter__(self) -> Iterator[bytes]:
        for number, said in enumerate(self.lines):
            assert self.output.heard(number)
            yield said


class Listening(io.BytesIO):
    def __init__(self) -> None:
        super().__init__()
        self.changed = threading.Condition()

    def flush(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def heard(self, lines: int) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: self.getvalue().count(b"\n") >= lines, timeout=10)


def test_a_hello_of_before_2026_opens_a_conversation(exchange: Exchange) -> None:
    talk = Conversation(
        line("initialize", 1, **HELLO),
        line(
            "tools/call", 2, name="memory_remember", arguments={"content": "x", "name": "y", "scope": "agent"}
        ),
        line("tools/call", 3, name="memory_history", arguments={"name": "y"}),
    )
    hello, _, life = exchange(said=talk, output=talk.output)
    assert hello["result"]["protocolVersion"] == "2025-06-18"
    assert life["result"]["structuredContent"]["revisions"][0]["agent"] == "old-client"


def test_news_that_ask_for_no_answer_get_none(exchange: Exchange) -> None:
    assert exchange(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n') == []


def test_progress_is_passed_on_in_order_before_the_answer(exchange: Exchange) -> None:
    asked = line(
        "tools/call", 7, name="count_slowly", arguments={"steps": 5}, _meta={**META, "progressToken": "p"}
    )
    *progress, answer = exchange(asked)
    assert [told["params"]["progress"] for told in progress] == [1, 2, 3, 4, 5]
    assert (answer["id"], answer["result"]["content"][0]["text"]) == (7, "counted to 5")


@pytest.mark.parametrize(("bad", "code"), [(b"{\n", -32700), (b"\xff\xfe\n", -32700), (b"[]\n", -32600)])
def test_a_line_that_is_no_message_is_told_and_the_next_one_served(
    exchange: Exchange, bad: bytes, code: int
) -> None:
    answers = exchange(bad, b"\n", call("memory_guide", 2))
    assert (answers[0]["id"], answers[0]["error"]["code"]) == (None, code)
    assert answers[1]["id"] == 2


def test_a_huge_line_passes_and_one_beyond_the_limit_is_refused(exchange: Exchange) -> None:
    passed = exchange(call("memory_recall", 1, query="ü" * 500_000))
    refused = exchange(call("memory_remember", 2, content="x" * MAX_BODY_BYTES))
    assert texts(passed)[1].startswith("VALIDATION_ERROR: query: The query has 500,000 characters")
    assert refused[0]["id"] == 2
    assert refused[0]["error"]["message"].startswith("VALIDATION_ERROR: A message has at most")


def test_the_servers_own_errors_come_under_the_requests_id(exchange: Exchange) -> None:
    unknown, surrogate, mismatch = (
        exchange(given)[0]
        for given in (
            call("memory_nonsense", 1),
            call("memory_remember", 2, content="a\ud800b"),
            line("tools/list", 3, _meta={**META, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}),
        )
    )
    assert [unknown["id"], surrogate["id"], mismatch["id"]] == [1, 2, 3]
    assert [answer["error"]["code"] for answer in (unknown, surrogate, mismatch)] == [-32602, -32602, -32022]


@pytest.mark.parametrize("shown", ["", "ctm_wrong"])
def test_a_token_that_is_not_accepted_is_told_in_one_sentence(exchange: Exchange, shown: str) -> None:
    (answer,) = exchange(call("memory_guide", 5), token=lambda: shown)
    assert answer["id"] == 5
    assert answer["error"]["data"] == {"status": 401}
    assert "manage.py up" in answer["error"]["message"]


def test_a_server_that_is_not_there_is_started_and_asked_again(exchange: Exchange, gateway_url: str) -> None:
    where = [f"http://127.0.0.1:{free_port()}/mcp"]
    (answer,) = exchange(
        call("memory_guide"), url=lambda: where[-1], ensure=lambda: where.append(gateway_url)
    )
    assert answer["result"]
    assert len(where) == 2


def test_a_server_that_cannot_be_started_is_an_answer_too(exchange: Exchange) -> None:
    def ensure() -> None:
        raise NotStarted("Port 8787 is taken.")

    said: list[str] = []
    nobody = f"http://127.0.0.1:{free_port()}/mcp"
    news = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    answers = exchange(call("memory_guide", 3), news, url=lambda: nobody, ensure=ensure, say=said.append)
    assert [(answer["id"], answer["error"]["message"]) for answer in answers] == [(3, "Port 8787 is taken.")]
    assert said == ["notifications/initialized was not delivered: Port 8787 is taken."]


def test_an_answer_that_was_lost_is_not_asked_for_twice(exchange: Exchange) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        asked: list[bytes] = []

        def hang_up() -> None:
            client, _ = listener.accept()
            with client:
                asked.append(client.recv(65_536))

        threading.Thread(target=hang_up, daemon=True).start()
        (answer,) = exchange(
            call("memory_append", 4), url=lambda: f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        )
    assert len(asked) == 1
    assert (answer["id"], "unknown" in answer["error"]["message"]) == (4, True)


def test_what_is_cancelled_is_not_answered(exchange: Exchange) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        opened: list[socket.socket] = []
        connected = threading.Event()
        threading.Thread(
            target=lambda: (opened.append(silent.accept()[0]), connected.set()), daemon=True
        ).start()

        def lines() -> Any:
            yield call("memory_guide", 9)
            assert connected.wait(10)
            yield b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"9"}}\n'
            yield b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}\n'

        answers = exchange(said=lines(), url=lambda: f"http://127.0.0.1:{silent.getsockname()[1]}/mcp")
        opened[0].close()
    assert answers == []
