"""How fast one token may ask, in this process: enough for all hooks of a person, too little to hurt."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict

from continuum.kernel.actor import Actor
from continuum.kernel.errors import RateLimited
from memories.hook_api.limits import MOST_CALLERS

MINUTE = 60.0


class Pace:
    """So many requests a minute for each caller; what was not used up is there again, second by second."""

    def __init__(self, per_minute: int) -> None:
        self._most = float(per_minute)
        self._left: OrderedDict[tuple[int, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, actor: Actor) -> None:
        """Count a request. Raises RateLimited, which says when the next one is welcome."""
        caller, now = (actor.user_id, actor.client), time.monotonic()
        with self._lock:
            left, since = self._left.pop(caller, (self._most, now))
            left = min(self._most, left + (now - since) * self._most / MINUTE)
            self._left[caller] = (max(left - 1, 0.0) if left >= 1 else left, now)
            while len(self._left) > MOST_CALLERS:
                self._left.popitem(last=False)
        if left < 1:
            wait = math.ceil((1 - left) * MINUTE / self._most)
            raise RateLimited("This token's hooks ask too often.", retry_after=wait)
