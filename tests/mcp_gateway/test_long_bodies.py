"""Bodies of messages that are too long, or long and nobody's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx

from mcp_gateway.limits import MAX_BODY_BYTES, STRANGERS_BYTES
from tests.mcp_gateway.conftest import client_of


async def in_parts() -> AsyncIterator[bytes]:
    for _ in range(MAX_BODY_BYTES // 65_536 + 2):
        yield b" " * 65_536


async def test_a_body_that_is_too_long_is_413_whether_it_says_so_or_not(http: httpx.AsyncClient) -> None:
    json_type = {"content-type": "application/json"}
    for body in (b" " * (MAX_BODY_BYTES + 1), in_parts()):
        assert (await http.post("", content=body, headers=json_type)).status_code == 413


async def test_a_long_body_of_nobody_is_not_held(gateway_url: str) -> None:
    """Four megabytes for each connection of a stranger are many, together."""
    async with client_of(gateway_url, "ctm_nobodys") as nobody:
        for body in (b" " * STRANGERS_BYTES + b"  ", in_parts()):
            answer = await nobody.post("", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, -32600)
            assert 'error="invalid_token"' in answer.headers["www-authenticate"]
