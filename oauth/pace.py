"""How fast one connection may ask, whichever process answers: each kind of request for itself.

Counted in the cache that all processes share, in minutes, of which the one before counts for as much as is
left of it. While that is away each process counts for itself (continuum.shared_cache).
"""

from __future__ import annotations

import math
import threading
import time
from contextlib import suppress

from django.core.cache import cache

from continuum.kernel.actor import Actor
from continuum.kernel.errors import RateLimited

MINUTE = 60
KEPT_SECONDS = 2 * MINUTE
MOST_SHARE_AHEAD = 20  # a process counts at most this part of a minute's requests ahead


class Pace:
    """So many requests a minute for each caller, 0 for any number; being turned away costs nothing. `name` is
    the kind of request, each of which is counted apart; `told` what a caller is told who has to wait.

    `ahead`: so many requests a process counts at once, so that it need not ask the cache for each. What is
    left of them when the minute ends counts all the same: a caller that all processes answer may be told to
    wait a little early, never late.
    """

    def __init__(
        self,
        name: str,
        per_minute: int,
        *,
        told: str = "This token's hooks ask too often.",
        ahead: int = 1,
    ) -> None:
        self._name = name
        self._most = per_minute
        self._told = told
        self._ahead = max(1, min(ahead, per_minute // MOST_SHARE_AHEAD))
        self._left: dict[tuple[int, int, str], int] = {}
        self._lock = threading.Lock()

    def takes(self, actor: Actor) -> bool:
        """Whether this request is among those that were counted ahead, or none is counted; asks nobody."""
        if not self._most:
            return True
        key = (int(time.time() // MINUTE), actor.user_id, actor.client)
        with self._lock:
            left = self._left.get(key, 0)
            if left:
                self._left[key] = left - 1
            return left > 0

    def keep(self, actor: Actor, *, count: int = 1) -> None:
        """Count so many requests. Raises RateLimited, which says when the next one is welcome."""
        if count == 1 and self.takes(actor):
            return
        wait = self._counted_ahead(actor) if count == 1 < self._ahead else self._wait(actor, count)
        if wait:
            raise RateLimited(f"{self._told} Try again in {wait} seconds.", retry_after=wait)

    def _counted_ahead(self, actor: Actor) -> int:
        """Count several if they all fit, else one; seconds to wait, 0 for none."""
        minute = int(time.time() // MINUTE)
        if self._wait(actor, self._ahead, whole=True):
            return self._wait(actor, 1)
        with self._lock:
            if any(key[0] != minute for key in self._left):
                self._left.clear()  # of minutes that are over
            self._left[minute, actor.user_id, actor.client] = self._ahead - 1
        return 0

    def _wait(self, actor: Actor, count: int, *, whole: bool = False) -> int:
        """Seconds until there is room; with 0 the requests were counted. More than fit at all may come when
        nothing else did, unless they have to fit as a `whole`.
        """
        minute, elapsed = divmod(time.time(), MINUTE)
        now, before = (f"hooks:{self._name}:{actor.user_id}:{actor.client}:{int(minute) - n}" for n in (0, 1))
        counts = cache.get_many([now, before])
        this, last = counts.get(now, 0), counts.get(before, 0)
        left_of_last = last * (1 - elapsed / MINUTE)
        if this + left_of_last + count > self._most and (whole or count == 1 or this + left_of_last > 0):
            return _until_room(this, last, most=max(1, self._most - count + 1), elapsed=elapsed)
        if not cache.add(now, count, KEPT_SECONDS):
            with suppress(ValueError):  # emptied since: what was counted in it is gone with it
                cache.incr(now, count)
        return 0


def _until_room(this: int, last: int, *, most: int, elapsed: float) -> int:
    """Seconds until one more fits beside what is left of the minute before, or of this one in the next."""
    if this + 1 <= most and last:
        return max(1, math.ceil(MINUTE * (1 - (most - 1 - this) / last) - elapsed))
    return max(1, math.ceil(MINUTE - elapsed + MINUTE * (1 - (most - 1) / this)))
