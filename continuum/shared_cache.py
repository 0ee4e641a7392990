"""The cache that all processes share. While it is away each process has its own, so that limits go on to hold
for each alone, and no page fails for want of something that could be made anew.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger("continuum.cache")

AWAY_SECONDS: Final = 5.0
"""How long it is not asked again after it has failed: one that hangs costs each question its time-out."""
OWN_ENTRIES: Final = 10_000


@dataclass
class _Outage:
    """Of this process, whose every thread has an object of the cache's class."""

    until: float = 0.0


_OUTAGE = _Outage()


class SharedCache(RedisCache):
    """Redis, or while that fails this process alone. What was put into one is not found in the other."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache("continuum", {**params, "OPTIONS": {"MAX_ENTRIES": OWN_ENTRIES}})

    def _asked(self, what: str, *given: Any) -> Any:
        if time.monotonic() >= _OUTAGE.until:
            try:
                return getattr(super(), what)(*given)
            except RedisError as error:
                _OUTAGE.until = time.monotonic() + AWAY_SECONDS
                log.warning("the cache fails, this process counts alone: %s", type(error).__name__)
        return getattr(self._own, what)(*given)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._asked("add", key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._asked("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._asked("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._asked("touch", key, timeout, version)

    def delete(self, key: Any, version: Any = None) -> Any:
        return self._asked("delete", key, version)

    def get_many(self, keys: Any, version: Any = None) -> Any:
        return self._asked("get_many", keys, version)

    def has_key(self, key: Any, version: Any = None) -> Any:
        return self._asked("has_key", key, version)

    def incr(self, key: Any, delta: Any = 1, version: Any = None) -> Any:
        return self._asked("incr", key, delta, version)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._asked("set_many", data, timeout, version)

    def delete_many(self, keys: Any, version: Any = None) -> Any:
        return self._asked("delete_many", keys, version)

    def clear(self) -> Any:
        self._own.clear()
        return self._asked("clear")
