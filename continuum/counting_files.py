"""The files in which processes count together, whose room is taken before it is written to.

prometheus_client maps a file that has no blocks yet, and a write for which the disk has none left ends the
whole process (SIGBUS). Here such a disk is an OSError, and what is served goes on.
"""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import mmap_dict, values

FIRST_BYTES: Final = 1 << 18
"""Of each file: a thousand figures, so that it seldom grows."""
_BESIDE_KEY: Final = 32  # a figure takes its key, padded, and at most so many bytes


class RoomyDict(mmap_dict.MmapedDict):
    """A dictionary in a file that has its room. Raises OSError where there is none."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        if not read_mode:
            with open(filename, "ab") as file:
                _take_room(file.fileno(), max(FIRST_BYTES, os.fstat(file.fileno()).st_size))
        super().__init__(filename, read_mode)

    def _init_value(self, key: str) -> None:
        wanted = self._used + len(key.encode()) + _BESIDE_KEY
        capacity = self._capacity
        while capacity < wanted:
            capacity *= 2
        if capacity > self._capacity:
            _take_room(self._f.fileno(), capacity)
        super()._init_value(key)


def _take_room(descriptor: int, size: int) -> None:
    """Where the system cannot (macOS, Windows), it stays as it was."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size)


def count_in_roomy_files() -> None:
    """From now on; before the first figure."""
    values.MmapedDict = RoomyDict  # type: ignore[misc]
