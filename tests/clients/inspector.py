"""The MCP Inspector at the command line; it also judges the schemas of the tools."""

from __future__ import annotations

import json
from typing import Any

from tests.clients.peer import Peer, require, require_kept
from tests.clients.stage import Stage

SECONDS = 60
# Opens the page though it does not sit at a terminal; keeps its tokens though there is no keychain here.
SETTINGS = {"MCP_AUTO_OPEN_ENABLED": "true", "MCP_INSPECTOR_SECRET_STORE": "file"}


def ask(stage: Stage, method: str, *more: str) -> Any:
    command = ["mcp-inspector", "--cli", "--server-url", stage.url, "--transport", "http"]
    command += ["--protocol-era", "auto", "--format", "json", "--method", method, *more]
    done = stage.run("inspector", command, seconds=SECONDS, more=SETTINGS)
    try:
        return json.loads(done.output)
    except json.JSONDecodeError:
        require(False, "the answer is not JSON", done.said)


def call(stage: Stage, tool: str, **arguments: str) -> Any:
    return ask(stage, "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))


def connect(stage: Stage) -> None:
    """With --strict: a schema that some client would not take fails."""
    told = ask(stage, "tools/list", "--strict")
    for tool in ("memory_recall", "memory_bulk_remember"):
        require(tool in json.dumps(told), f"{tool} is not shown", json.dumps(told))


def remember(stage: Stage, name: str, content: str) -> None:
    answer = call(stage, "memory_remember", name=name, content=content)
    require_kept(answer.get("result", answer).get("structuredContent"))


def recall(stage: Stage, query: str) -> str:
    return json.dumps(call(stage, "memory_recall", query=query))


PEER = Peer(
    key="inspector",
    version=lambda programs: programs.package("@modelcontextprotocol/inspector"),
    connect=connect,
    remember=remember,
    recall=recall,
)
