"""Undoing compression piece by piece, so that a bomb is noticed before it has gone off."""

from __future__ import annotations

import zlib

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_GZIP = b"\x1f\x8b"
ACCEPTED = "gzip, deflate"


class BadCompression(ValueError):
    """The body is not compressed as it says, or in a way that was not asked for."""


class Inflating:
    """Takes raw pieces and gives plain ones; no piece is longer than asked."""

    def __init__(self, encoding: str) -> None:
        self._stream: zlib._Decompress | None = None
        self._bare = False
        self._begun = False
        self._over = False
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
            return self._plain(self._stream, piece, at_most)
        except zlib.error:
            if not self._bare:
                raise BadCompression("a body that is not compressed as it says") from None
        # Some servers leave the wrapping of `deflate` away.
        self._bare, self._stream = False, zlib.decompressobj(-zlib.MAX_WBITS)
        return self.feed(piece, at_most=at_most)

    @property
    def is_cut(self) -> bool:
        """Whether something was begun and its end has not come."""
        return self._stream is not None and self._begun and not self._stream.eof

    def _plain(self, stream: zlib._Decompress, piece: bytes, at_most: int) -> bytes:
        """A body of gzip may be several of them, one after the other; what else follows is not kept."""
        if self._over:
            return b""
        plain = bytearray(stream.decompress(piece, at_most))
        self._begun = self._begun or bool(piece)
        while stream.eof and stream.unused_data.startswith(_GZIP) and len(plain) < at_most:
            rest, self._stream = stream.unused_data, zlib.decompressobj(_GZIP_OR_ZLIB)
            stream = self._stream
            plain += stream.decompress(rest, at_most - len(plain))
        self._over = stream.eof and not _GZIP.startswith(stream.unused_data[: len(_GZIP)])
        return bytes(plain)
