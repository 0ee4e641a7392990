"""Messages that pass the bridge, and the headers they call for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp.shared.inbound import classify_inbound_request, decode_header_value

from mcp_gateway.stdio.lines import Incoming, Unreadable, error_line, events, header_text, one_line

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def incoming(method: str, **params: Any) -> Incoming:
    return Incoming.read(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/list", {}),
        ("server/discover", {}),
        ("tools/call", {"name": "memory_recall", "arguments": {}}),
        ("tools/call", {"name": "größe "}),
        ("prompts/get", {"name": "=?base64?eA==?="}),
        ("resources/read", {"uri": "memory://default/ein büro"}),
    ],
)
def test_a_modern_message_gets_headers_that_the_server_agrees_with(
    method: str, params: dict[str, Any]
) -> None:
    found = incoming(method, _meta=META, **params)
    headers = {name.lower(): value for name, value in found.headers("2025-11-25").items()}
    assert type(classify_inbound_request(found.body, headers=headers)).__name__ == "InboundModernRoute"


def test_an_older_message_gets_the_version_of_the_hello() -> None:
    assert incoming("tools/list").headers("2025-06-18") == {"MCP-Protocol-Version": "2025-06-18"}
    assert incoming("tools/list").headers("") == {}
    assert incoming("initialize").headers("2025-06-18") == {}


@pytest.mark.parametrize(
    "text", ["plain", "", "with blanks", "ünïcödé", " edge", "tab\tinside", "=?base64?eA==?="]
)
def test_a_value_survives_its_header(text: str) -> None:
    written = header_text(text)
    written.encode("ascii")
    assert decode_header_value(written) == text


@pytest.mark.parametrize(
    ("line", "code"),
    [(b"{", -32700), (b"nonsense\n", -32700), (b"[" * 100_000, -32700), (b"[]", -32600), (b"7", -32600)],
)
def test_what_is_no_message_is_told_by_its_code(line: bytes, code: int) -> None:
    with pytest.raises(Unreadable) as refused:
        Incoming.read(line)
    assert refused.value.code == code


def test_a_notification_is_owed_nothing() -> None:
    assert not Incoming.read(b'{"method": "notifications/initialized"}').is_request
    assert not Incoming.read(b'{"id": 1, "result": {}}').is_request
    assert incoming("ping").is_request


def test_json_over_several_lines_becomes_one() -> None:
    pretty = json.dumps({"text": "a\nb", "list": [1, 2]}, indent=2).replace("\n", "\r\n").encode()
    assert b"\n" not in one_line(pretty)
    assert json.loads(one_line(pretty)) == json.loads(pretty)


def test_events_of_a_stream_come_in_order_without_its_comments() -> None:
    stream = [b": ping\r\n", b"\r\n", b"event: message\r\n", b'data: {"a":\r\n', b"data: 1}\r\n", b"\r\n"]
    assert [json.loads(data) for data in events([*stream, b"data:2\n", b"\n", b"data: cut off\n"])] == [
        {"a": 1},
        2,
    ]


def test_an_error_says_whose_it_is() -> None:
    told = json.loads(error_line(-32603, "No.", request_id="7", status=401))
    assert (told["id"], told["error"]) == ("7", {"code": -32603, "message": "No.", "data": {"status": 401}})
