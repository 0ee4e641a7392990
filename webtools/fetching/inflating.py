"""Undoing compression piece by piece, so that a bomb is noticed before it has gone off."""

from __future__ import annotations

import zlib

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
ACCEPTED = "gzip, deflate"


class BadCompression(ValueError):
    """The body is not compressed as it says, or in a way that was not asked for."""


class Inflating:
    """Takes raw pieces and gives plain ones; no piece is longer than asked."""

    def __init__(self, encoding: str) -> None:
        self._stream: zlib._Decompress | None = None
        self._bare = False
        match encoding.strip().lower():
            case "" | "identity":
                pass
            case "gzip" | "x-gzip":
                self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
            case "deflate":
                self._stream, self._bare = zlib.decompressobj(_GZIP_OR_ZLIB), True
            case _:
                raise BadCompression("a compression that was not asked for")

    def feed(self, piece: bytes, *, at_most: int) -> bytes:
        """The plain bytes of this piece, and not more of them than that."""
        if self._stream is None:
            return piece[:at_most]
        if at_most <= 0:
            return b""
        try:
            return self._stream.decompress(piece, at_most)
        except zlib.error:
            if not self._bare:
                raise BadCompression("a body that is not compressed as it says") from None
        # Some servers leave the wrapping of `deflate` away.
        self._bare, self._stream = False, zlib.decompressobj(-zlib.MAX_WBITS)
        return self.feed(piece, at_most=at_most)
