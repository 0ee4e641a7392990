"""Going without hurting anyone: asked to end, a web process says first that it is not ready any more, and
goes on serving until proxies have had the time to leave it out. Then uvicorn takes no more connections and
ends what is at hand.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from types import FrameType
from typing import Any

log = logging.getLogger("continuum.draining")

_DRAINING = threading.Event()


def draining() -> bool:
    """Whether this process was asked to end."""
    return _DRAINING.is_set()


def drain_on_sigterm(*, seconds: float) -> None:
    """From now on SIGTERM is passed on so many seconds late; a second one at once. Called on the event loop
    of a process that serves; where signals go elsewhere (a thread), or with 0 seconds, nothing is changed.
    """
    _DRAINING.clear()
    before: Any = signal.getsignal(signal.SIGTERM)
    if not seconds or threading.current_thread() is not threading.main_thread() or not callable(before):
        return
    loop = asyncio.get_running_loop()

    def asked(number: int, frame: FrameType | None) -> None:
        if draining():
            before(number, frame)
            return
        _DRAINING.set()
        loop.call_soon_threadsafe(loop.call_later, seconds, before, number, frame)

    signal.signal(signal.SIGTERM, asked)
