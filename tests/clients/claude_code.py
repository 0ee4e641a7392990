"""Claude Code, as far as it goes without an account: it adds the server, signs in to it, and reaches it."""

from __future__ import annotations

from tests.clients.peer import Peer, require
from tests.clients.stage import Stage

SECONDS = 60
LOGIN_SECONDS = 90
# What it would ask the network for besides the server.
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
}


def connect(stage: Stage) -> None:
    add = ["claude", "mcp", "add", "--scope", "user", "--transport", "http", "continuum", stage.url]
    stage.run("claude_code", add, seconds=SECONDS, more=QUIET)
    login = ["claude", "mcp", "login", "continuum"]
    stage.run("claude_code", login, seconds=LOGIN_SECONDS, terminal=True, more=QUIET)
    again(stage)


def again(stage: Stage) -> None:
    """The list of servers is made by connecting to each."""
    listed = stage.run("claude_code", ["claude", "mcp", "list"], seconds=SECONDS, more=QUIET)
    ours = [line for line in listed.output.splitlines() if line.startswith("continuum:")]
    require(any("Connected" in line for line in ours), "it is not connected", listed.said)


PEER = Peer(
    key="claude_code",
    version=lambda programs: programs.package("@anthropic-ai/claude-code"),
    connect=connect,
    again=again,
)
