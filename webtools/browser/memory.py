"""Ending pages that take too much memory: typed arrays and pictures lie outside the limit of scripts."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import psutil

from webtools.limits import LOOK_AT_MEMORY_SECONDS, MAX_RENDERER_BYTES

log = logging.getLogger(__name__)

_RENDERER = "--type=renderer"


async def watch_memory() -> None:
    """Until it is cancelled. A page whose renderer was ended crashes; the browser and other pages go on."""
    while True:
        await asyncio.sleep(LOOK_AT_MEMORY_SECONDS)
        try:
            await asyncio.to_thread(end_too_large)
        except (psutil.Error, OSError):
            log.warning("the memory of the browser's pages could not be looked at", exc_info=True)


def end_too_large(*, most: int = MAX_RENDERER_BYTES) -> None:
    """End every renderer beneath this process that has more bytes in memory than `most`."""
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            taken = child.memory_info().rss
            if taken > most and _RENDERER in " ".join(child.cmdline()):
                child.kill()
                log.warning("a page took %d MiB of memory and was ended", taken // 2**20)
