"""From a verb that takes its time to the client that asked to be told how far it is."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import Any

import anyio
from mcp.server.mcpserver import Context

log = logging.getLogger(__name__)


class Progress:
    """Given to a verb as what it calls after each of its steps, from its own thread. Nobody waits for the
    client there; the tool does so once, before it answers: what comes after the answer is not read.
    """

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._reports: list[Future[None]] = []

    def __call__(self, done: int, of: int, what: str) -> None:
        report = self._context.report_progress(done, of, what)
        self._reports.append(asyncio.run_coroutine_threadsafe(report, self._loop))

    async def told(self) -> None:
        """All of it is sent. A client that went away is no reason to give up what was done for it."""
        for report in self._reports:
            try:
                await asyncio.wrap_future(report)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                log.info("a client went away before it was told how far its call is")
