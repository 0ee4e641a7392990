"""Keeping a process of many threads small: glibc gives each a heap of its own and seldom takes one back."""

from __future__ import annotations

import ctypes
import sys

_M_ARENA_MAX = -8  # malloc.h
ARENAS = 2


def share_heaps() -> None:
    """Let all threads share two heaps. To be called before they start; without glibc it does nothing."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, ARENAS)
