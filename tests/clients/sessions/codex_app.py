"""`python -m tests.clients.sessions.codex_app URL ...`: a session of Codex' app server, which editors use.

It needs no account as long as no model is asked: it tells the tools of its MCP servers, and calls them.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import Any

from tests.clients.sessions.arguments import read_call, tell

SERVER = "continuum"


class AppServer:
    """JSON-RPC, a line for each message."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._to, self._from = process.stdin, process.stdout
        self._ids = itertools.count(1)

    def ask(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._send({"id": number, "method": method, "params": params})
        for line in self._from:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                return message.get("result", {"error": message.get("error")})
        raise EOFError(f"it ended before it answered {method}")

    def say(self, method: str) -> None:
        self._send({"method": method})

    def _send(self, message: dict[str, Any]) -> None:
        self._to.write(json.dumps(message) + "\n")
        self._to.flush()


def main(_url: str, *verb: str) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(["codex", "app-server"], text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            tell(answer(AppServer(process), list(verb)))
        finally:
            process.terminate()


def answer(app: AppServer, verb: list[str]) -> Any:
    app.ask("initialize", clientInfo={"name": "tests", "version": "1"})
    app.say("initialized")
    call = read_call(verb)
    if call is None:
        (status,) = app.ask("mcpServerStatus/list")["data"]
        return sorted(status["tools"])
    tool, arguments = call
    thread = app.ask("thread/start")["thread"]["id"]
    result = app.ask("mcpServer/tool/call", threadId=thread, server=SERVER, tool=tool, arguments=arguments)
    return result.get("structuredContent", result)


if __name__ == "__main__":
    main(*sys.argv[1:])
