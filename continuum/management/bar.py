"""A bar that shows how far something is, on one line of a terminal."""

from __future__ import annotations

import time
from typing import Any

WIDTH = 30
SECONDS = 0.1
_STAGES = {"read": "Reading", "write": "Writing"}


class Bar:
    """Draws ten times a second at most; `shown` is False where nobody looks."""

    def __init__(self, out: Any, *, shown: bool) -> None:
        self._out, self._shown = out, shown
        self._drawn_at = 0.0
        self._drawn = False

    def tell(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or (now - self._drawn_at < SECONDS and done < total):
            return
        self._drawn_at, self._drawn = now, True
        self._out.write(f"\r{drawn(stage, done, total)}", ending="")
        self._out.flush()

    def close(self) -> None:
        if self._drawn:
            self._out.write("")
            self._drawn = False


def drawn(stage: str, done: int, total: int) -> str:
    """One line: `Reading  [######------]  50 %`."""
    share = min(1.0, done / total) if total else 0.0
    full = round(share * WIDTH)
    return f"{_STAGES.get(stage, stage):<8} [{'#' * full}{'-' * (WIDTH - full)}] {share:4.0%}"
