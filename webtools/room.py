"""Room for so many fetches at once, of which no caller takes more than its share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from webtools.limits import FETCHES_AT_ONCE, FETCHES_OF_A_CALLER

_CALLER: ContextVar[Hashable] = ContextVar("caller of the web tools", default=None)


@contextmanager
def calling(caller: Hashable) -> Iterator[None]:
    """What is begun inside is done for this caller; None is nobody's, and has no share of its own."""
    token = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(token)


class Room:
    """Use it on one event loop."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(FETCHES_AT_ONCE)
        self._shares: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Waits for the caller's own room first, so that who waits for it keeps no other out."""
        caller = _CALLER.get()
        if caller is None:
            async with self._all:
                yield
            return
        share = self._shares.get(caller) or asyncio.Semaphore(FETCHES_OF_A_CALLER)
        self._shares[caller] = share
        async with share, self._all:
            yield
