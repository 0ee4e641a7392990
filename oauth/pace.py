"""How fast one connection may ask, whichever process answers: hooks and web tools, each kind for itself.

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
    request, each of which is counted apart; `told` what a caller is told who has to wait.
    """

    def __init__(
        self, name: str, per_minute: int, *, told: str = "This token's hooks ask too often."
    ) -> None:
        self._name = name
        self._most = per_minute
        self._told = told

    def keep(self, actor: Actor, *, count: int = 1) -> None:
        """Count so many requests. Raises RateLimited, which says when the next one is welcome."""
        try:
            wait = self._wait(actor, count)
        except RedisError as error:
            log.warning("%s are not counted, the cache fails: %s", self._name, type(error).__name__)
            return
        if wait:
            raise RateLimited(self._told, retry_after=wait)

    def _wait(self, actor: Actor, count: int) -> int:
        """Seconds until there is room; with 0 the requests were counted."""
        minute, elapsed = divmod(time.time(), MINUTE)
        now, before = (f"hooks:{self._name}:{actor.user_id}:{actor.client}:{int(minute) - n}" for n in (0, 1))
        counts = cache.get_many([now, before])
        this, last = counts.get(now, 0), counts.get(before, 0)
        left_of_last = last * (1 - elapsed / MINUTE)
        if this + left_of_last + count > self._most and (count == 1 or this + left_of_last > 0):
            return _until_room(this, last, most=max(1, self._most - count + 1), elapsed=elapsed)
        if not cache.add(now, count, KEPT_SECONDS):
            cache.incr(now, count)
        return 0


def _until_room(this: int, last: int, *, most: int, elapsed: float) -> int:
    """Seconds until one more fits beside what is left of the minute before, or of this one in the next."""
    if this + 1 <= most and last:
        return max(1, math.ceil(MINUTE * (1 - (most - 1 - this) / last) - elapsed))
    return max(1, math.ceil(MINUTE - elapsed + MINUTE * (1 - (most - 1) / this)))
