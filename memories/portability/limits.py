"""The bounds of everything that is read from a file somebody made, in one place."""

from __future__ import annotations

from typing import Final

KIB, MIB, GIB = 1024, 1024**2, 1024**3

LONGEST_LINE: Final = 48 * MIB
"""A row: a text of 1 MiB, its value and its patch, each character written as six."""
ROWS_AT_ONCE: Final = 1_000
BYTES_AT_ONCE: Final = 4 * MIB
MOST_EXPANDED: Final = 64 * GIB
"""What a compressed file may hold."""
EXPANSION_FREE: Final = 64 * MIB
"""Up to here a file may be compressed however well; beyond, no more than MOST_EXPANSION times."""
MOST_EXPANSION: Final = 300
MOST_WORKSPACES: Final = 10_000
MOST_PEOPLE: Final = 100_000
MOST_UPLOAD: Final = 2 * GIB
"""What the API takes in one file; larger ones go by the command."""
COMPRESSION: Final = 5
COPY_BYTES: Final = 256 * KIB
