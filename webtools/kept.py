"""Texts of pages, kept for some minutes so that one can be read on from where it was cut."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from webtools.limits import KEPT_TEXT_CHARACTERS, KEPT_TEXT_SECONDS, KEPT_TEXTS

Kept = TypeVar("Kept")


class KeptTexts(Generic[Kept]):
    """The newest few, as long as they are fresh. Whoever asks names whom it was read for: one reader never
    sees what another has fetched.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[float, int, Kept]] = OrderedDict()

    def keep(self, key: Hashable, value: Kept, *, characters: int) -> None:
        with self._lock:
            self._kept[key] = (time.monotonic() + KEPT_TEXT_SECONDS, characters, value)
            self._kept.move_to_end(key)
            self._forget_old()

    def find(self, key: Hashable) -> Kept | None:
        with self._lock:
            self._forget_old()
            found = self._kept.get(key)
            return None if found is None else found[2]

    def _forget_old(self) -> None:
        now = time.monotonic()
        for key in [key for key, (until, *_) in self._kept.items() if until < now]:
            del self._kept[key]
        while len(self._kept) > KEPT_TEXTS or self._size > KEPT_TEXT_CHARACTERS:
            self._kept.popitem(last=False)

    @property
    def _size(self) -> int:
        return sum(characters for _, characters, _ in self._kept.values())
