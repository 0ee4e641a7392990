"""What an ICO says of the pictures in it: its own directory calls each of them 256 pixels or less."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_HEAD, _ENTRY = struct.Struct("<HHH"), struct.Struct("<4x4xII")
_PNG, _PNG_SIZE, _DIB_SIZE = b"\x89PNG\r\n\x1a\n", struct.Struct(">II"), struct.Struct("<ii")
_PNG_PLACE, _DIB_PLACE = 16, 4


def sizes_in(ico: bytes) -> Iterator[tuple[int, int]]:
    """Width and height of each picture, as it says itself; none of what is no ICO or is cut."""
    if len(ico) < _HEAD.size:
        return
    for place in range(_HEAD.unpack_from(ico)[2]):
        at = _HEAD.size + place * _ENTRY.size
        if at + _ENTRY.size > len(ico):
            return
        _, start = _ENTRY.unpack_from(ico, at)
        if (size := _size_at(ico, start)) is not None:
            yield size


def _size_at(ico: bytes, start: int) -> tuple[int, int] | None:
    is_png = ico.startswith(_PNG, start)
    at, layout = (start + _PNG_PLACE, _PNG_SIZE) if is_png else (start + _DIB_PLACE, _DIB_SIZE)
    if at + layout.size > len(ico):
        return None
    width, height = layout.unpack_from(ico, at)
    return abs(width), abs(height)
