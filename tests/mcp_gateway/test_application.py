"""The gateway as the roof mounts it, and what one request costs the database."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from mcp_gateway.application import Gateway
from tests.mcp_gateway.conftest import Connect, told

# Whether what was looked up still holds; acting and its end.
GATE, ACTING = 1, 2


@pytest.mark.parametrize(
    ("path", "kind", "ours"),
    [
        ("/mcp", "http", True),
        ("/mcp/", "http", True),
        ("/mcp/x", "http", False),
        ("/mcpx", "http", False),
        ("/", "http", False),
        ("/mcp", "websocket", False),
    ],
)
def test_only_the_endpoint_is_served(path: str, kind: str, ours: bool) -> None:
    assert Gateway.serves({"type": kind, "path": path}) is ours


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    execute = CursorWrapper.execute

    def noting(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        seen.append(str(sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", noting)
    return seen


async def test_a_request_costs_few_statements(connect: Connect, statements: list[str]) -> None:
    async with connect() as client:
        await told(client, "memory_guide")
        counts = []
        for tool in ("memory_guide", "memory_workspaces"):
            statements.clear()
            await told(client, tool)
            counts.append(len(statements))
    assert counts == [GATE + ACTING + 1, GATE + ACTING + 1]
