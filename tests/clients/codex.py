"""Codex: it adds the server and signs in to it at the command line; its app server calls the tools.

It signs in as soon as a server is added, and once more when told to. None of this needs an account.
"""

from __future__ import annotations

from tests.clients.peer import require
from tests.clients.speaking import speaking_peer
from tests.clients.stage import Stage

SECONDS = 60
LOGIN_SECONDS = 90


def sign_in(stage: Stage) -> None:
    add = ["codex", "mcp", "add", "continuum", "--url", stage.url]
    stage.run("codex", add, seconds=LOGIN_SECONDS, terminal=True)
    stage.run("codex", ["codex", "mcp", "login", "continuum"], seconds=LOGIN_SECONDS, terminal=True)
    listed = stage.run("codex", ["codex", "mcp", "list"], seconds=SECONDS)
    ours = [line for line in listed.output.splitlines() if line.startswith("continuum ")]
    require(any("OAuth" in line for line in ours), "it is not signed in", listed.said)


PEER = speaking_peer(
    "codex",
    session="codex_app",
    version=lambda programs: programs.package("@openai/codex"),
    sign_in=sign_in,
    consents=2,
)
