"""Python's garbage collection in a process that serves: short pauses, whatever the process has loaded."""

from __future__ import annotations

import asyncio
import gc
from typing import Final

LOADED_SECONDS: Final = 60
"""When most of what is loaded with its first use is there: addresses, templates, languages, a model."""


def leave_out_what_is_loaded() -> None:
    """Have later collections pass over every object of now. They look for circles among what is still in use,
    so a full one takes as long as the program is large, a sixth of a second, in the middle of some request.
    """
    gc.freeze()


def leave_out_on(loop: asyncio.AbstractEventLoop) -> None:
    """Leave out what is loaded now and, a while later, what was since."""
    leave_out_what_is_loaded()
    loop.call_later(LOADED_SECONDS, leave_out_what_is_loaded)
