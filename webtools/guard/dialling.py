"""Opening TCP connections to the addresses that the guard gave, and to no other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import httpcore

from webtools.errors import TimedOut
from webtools.guard.addresses import Address
from webtools.guard.guard import Guard
from webtools.limits import CONNECT_SECONDS, MAX_HEAD_BYTES, TRIED_ADDRESSES

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def dial(guard: Guard, host: str, port: int) -> Streams:
    """A connection to one of the host's addresses. Raises what `admit` does, TimedOut, OSError."""
    return await _first(await guard.admit(host, port), port)


async def _first(addresses: Iterable[Address], port: int) -> Streams:
    refused: OSError = ConnectionRefusedError()
    for address in list(addresses)[:TRIED_ADDRESSES]:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                return await asyncio.open_connection(str(address), port, limit=MAX_HEAD_BYTES)
        except TimeoutError:
            raise TimedOut("The server did not take the connection in time.") from None
        except OSError as error:
            refused = error
    raise refused


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """What httpcore opens its connections with. TLS goes on naming the host that was asked for."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._guard.admit(host, port)
        refused: Exception = httpcore.ConnectError()
        for address in list(addresses)[:TRIED_ADDRESSES]:
            try:
                return await self._plain.connect_tcp(str(address), port, timeout=timeout)
            except httpcore.ConnectError as error:
                refused = error
        raise refused

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("sockets of this machine are not opened")

    async def sleep(self, seconds: float) -> None:
        await self._plain.sleep(seconds)
