"""What to paste where, so that a client finds its way here."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.conf import settings

SERVER_NAME = "continuum"
TOKEN_VARIABLE = "CONTINUUM_TOKEN"  # noqa: S105  the name of a variable
PLACEHOLDER = "ctm_..."


@dataclass(frozen=True, slots=True)
class Connection:
    """How one client is connected: `lines` go where `place` says, a shell or a file."""

    client: str
    place: str
    lines: str


def mcp_address() -> str:
    return f"{settings.PUBLIC_URL}/mcp"


def connections(token: str = PLACEHOLDER) -> list[Connection]:
    """The lines for the clients we know, with this token in them."""
    address = mcp_address()
    return [
        Connection(
            "Claude Code",
            "shell",
            f"claude mcp add --scope user --transport http {SERVER_NAME} {address} \\\n"
            f'  --header "Authorization: Bearer {token}" --header "Continuum-Agent: claude-code"',
        ),
        Connection(
            "Codex",
            "shell",
            f"export {TOKEN_VARIABLE}={token}\n"
            f"codex mcp add {SERVER_NAME} --url {address} --bearer-token-env-var {TOKEN_VARIABLE}",
        ),
        Connection("Cursor", "~/.cursor/mcp.json", _cursor(address, token)),
        *hooks(token),
    ]


def signing_in() -> list[Connection]:
    """The lines for clients that sign in by themselves: no token is needed."""
    address = mcp_address()
    gemini = f"gemini mcp add --scope user --transport http {SERVER_NAME} {address}"
    added = json.dumps({"name": SERVER_NAME, "type": "http", "url": address}, separators=(",", ":"))
    cursor = json.dumps({"mcpServers": {SERVER_NAME: {"url": address}}}, indent=2)
    return [
        Connection(
            "Claude Code",
            "shell",
            f"claude mcp add --scope user --transport http {SERVER_NAME} {address}\n"
            f"claude mcp login {SERVER_NAME}",
        ),
        Connection("Codex", "shell", f"codex mcp add {SERVER_NAME} --url {address}"),
        Connection("Cursor", "~/.cursor/mcp.json", cursor),
        Connection("VS Code", "shell", f"code --add-mcp '{added}'"),
        Connection("Gemini CLI", "shell", gemini),
    ]


def hooks(token: str) -> list[Connection]:
    """The lines that have Claude Code ask at every prompt (docs/hooks.md)."""
    installer = f"{settings.PUBLIC_URL}/install_hook.js"
    return [
        Connection(
            "Hooks for Claude Code", "shell", f"curl -fsSL {installer} | {TOKEN_VARIABLE}={token} node"
        ),
        Connection(
            "Hooks for Claude Code on Windows",
            "PowerShell",
            f'$env:{TOKEN_VARIABLE}="{token}"; irm {installer} | node -',
        ),
    ]


def _cursor(address: str, token: str) -> str:
    server = {"url": address, "headers": {"Authorization": f"Bearer {token}", "Continuum-Agent": "cursor"}}
    return json.dumps({"mcpServers": {SERVER_NAME: server}}, indent=2)
