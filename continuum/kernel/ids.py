"""Row identities: UUID version 7 (RFC 9562, section 5.7), so that ids sort by time and indexes stay
compact.
"""

from __future__ import annotations

import os
import time
import uuid

_RANDOM_BITS = 74  # 12 bits rand_a and 62 bits rand_b


def new_id() -> uuid.UUID:
    """A fresh UUIDv7: 48 bits of Unix milliseconds, then random bits. Python has its own only from 3.14."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big") >> (80 - _RANDOM_BITS)
    rand_a, rand_b = random >> 62, random & ((1 << 62) - 1)
    return uuid.UUID(int=milliseconds << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b)
