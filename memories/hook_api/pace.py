"""How fast one token may ask, whichever process answers: enough for all hooks of a person, too little to
hurt.

Counted in the cache that all processes share, in minutes, of which the one before counts for as much as is
left of it. Where the cache cannot be reached nobody is turned away: that is told by the log.
"""

from __future__ import annotations

import logging
import math
import time

from django.core.cache import cache
from redis.exceptions import RedisError

from continuum.kernel.actor import Actor
from continuum.kernel.errors import RateLimited

log = logging.getLogger(__name__)

MINUTE = 60
KEPT_SECONDS = 2 * MINUTE


class Pace:
    """So many requests a minute for each caller; being turned away costs nothing. `name` is the kind of
    request, each of which is counted apart.
    """

    def __init__(self, name: str, per_minute: int) -> None:
        self._name = name
        self._most = per_minute

    def keep(self, actor: Actor) -> None:
        """Count a request. Raises RateLimited, which says when the next one is welcome."""
        try:
            wait = self._wait(actor)
        except RedisError as error:
            log.warning("hooks are not counted, the cache fails: %s", type(error).__name__)
            return
        if wait:
            raise RateLimited("This token's hooks ask too often.", retry_after=wait)

    def _wait(self, actor: Actor) -> int:
        """Seconds until there is room; with 0 the request was counted."""
        minute, elapsed = divmod(time.time(), MINUTE)
        now, before = (f"hooks:{self._name}:{actor.user_id}:{actor.client}:{int(minute) - n}" for n in (0, 1))
        counts = cache.get_many([now, before])
        this, last = counts.get(now, 0), counts.get(before, 0)
        left_of_last = last * (1 - elapsed / MINUTE)
        if this + left_of_last + 1 > self._most:
            return _until_room(this, last, most=self._most, elapsed=elapsed)
        if not cache.add(now, 1, KEPT_SECONDS):
            cache.incr(now)
        return 0


def _until_room(this: int, last: int, *, most: int, elapsed: float) -> int:
    """Seconds until one more fits beside what is left of the minute before, or of this one in the next."""
    if this + 1 <= most and last:
        return max(1, math.ceil(MINUTE * (1 - (most - 1 - this) / last) - elapsed))
    return max(1, math.ceil(MINUTE - elapsed + MINUTE * (1 - (most - 1) / this)))
