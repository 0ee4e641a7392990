"""Reading a body: what the gate sees of a message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcp_gateway.message import read_message
from mcp_gateway.wire import Rejection


def read(**body: Any) -> Any:
    return read_message(json.dumps({"jsonrpc": "2.0", "method": "tools/call", **body}).encode())


@pytest.mark.parametrize(
    ("params", "streams"),
    [
        ({}, False),
        ({"_meta": {"progressToken": 0}}, True),
        ({"_meta": {"progressToken": "p"}}, True),
        ({"_meta": None}, False),
    ],
)
def test_a_stream_is_wanted_for_progress(params: Any, streams: bool) -> None:
    assert read(method="tools/call", params=params).wants_stream is streams


def test_a_stream_is_wanted_for_a_subscription() -> None:
    assert read(method="subscriptions/listen").wants_stream


VERSION = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


@pytest.mark.parametrize(
    ("method", "meta", "takes"),
    [
        ("tools/call", {}, True),
        ("tools/list", {}, False),
        ("tools/call", VERSION, False),
        ("tools/call", {**VERSION, "io.modelcontextprotocol/logLevel": "info"}, True),
    ],
)
def test_log_lines_are_taken_where_they_were_asked_for_and_in_any_older_call(
    method: str, meta: Any, takes: bool
) -> None:
    assert read(method=method, params={"_meta": meta}).takes_logs is takes


@pytest.mark.parametrize(
    ("params", "name"),
    [
        ({"clientInfo": {"name": "old"}}, "old"),
        (
            {"_meta": {"io.modelcontextprotocol/clientInfo": {"name": "new"}}, "clientInfo": {"name": "old"}},
            "new",
        ),
        ({"clientInfo": "old"}, ""),
        ({"clientInfo": {"name": 7}}, ""),
        ({}, ""),
    ],
)
def test_a_client_is_called_what_it_says(params: Any, name: str) -> None:
    assert read(method="initialize", params=params).client_name == name


@pytest.mark.parametrize(("given", "kept"), [(7, 7), ("7", "7")])
def test_an_id_is_a_number_or_a_text(given: Any, kept: Any) -> None:
    assert read(id=given).request_id == kept


@pytest.mark.parametrize("text", ["\\ud800", "\\uDC00", "a\\ud83dz", "\\uD83D\\uD83D"])
def test_a_lone_surrogate_is_found_anywhere(text: str) -> None:
    with pytest.raises(Rejection) as refused:
        read_message(b'{"jsonrpc": "2.0", "method": "x", "id": 1, "params": {"deep": "%s"}}' % text.encode())
    assert refused.value.request_id == 1


@pytest.mark.parametrize("text", ["\\ud83d\\ude00", "\\\\ud800", "\\u00df"])
def test_pairs_and_escaped_backslashes_are_text(text: str) -> None:
    assert read_message(b'{"jsonrpc": "2.0", "method": "x", "params": {"a": "%s"}}' % text.encode())


@pytest.mark.parametrize(
    "body",
    [
        {"id": 1, "method": "tools/call", "params": {"content": "tangerine"}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": "tangerine"},
        {"jsonrpc": "2.0", "id": [1], "method": "tools/call", "params": {"content": "tangerine"}},
        {"jsonrpc": "2.0", "id": 1, "params": {"content": "tangerine"}},
        {"jsonrpc": "1.0", "id": 1, "method": "tangerine"},
    ],
)
def test_a_broken_envelope_is_refused_without_being_quoted(body: Any) -> None:
    with pytest.raises(Rejection) as refusal:
        read_message(json.dumps(body).encode())
    assert "tangerine" not in str(vars(refusal.value))
