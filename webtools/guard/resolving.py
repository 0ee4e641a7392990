"""Asking for the addresses of a name, once, with a deadline."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from webtools.errors import NameUnknown, ResolverFailed
from webtools.limits import MAX_ADDRESSES_OF_A_NAME, RESOLVE_SECONDS, RESOLVER_THREADS

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_THREADS = ThreadPoolExecutor(RESOLVER_THREADS, thread_name_prefix="web-resolver")
_UNKNOWN = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """What the system's resolver says. Raises NameUnknown, ResolverFailed."""
    asking = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await asyncio.get_running_loop().run_in_executor(_THREADS, asking)
    except socket.gaierror as error:
        raise (NameUnknown() if error.errno in _UNKNOWN else ResolverFailed()) from None
    except (TimeoutError, UnicodeError):
        raise ResolverFailed from None
    addresses = dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found)
    return list(addresses)[:MAX_ADDRESSES_OF_A_NAME]
