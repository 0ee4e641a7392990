"""Bytes as they come in: counted, bounded, and in one encoding."""

from __future__ import annotations

import codecs
import gzip
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers import limits

CHUNK_BYTES = 64 * 1024
_DAMAGED = (zipfile.BadZipFile, gzip.BadGzipFile, EOFError, zlib.error, OSError, NotImplementedError)
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Source(Protocol):
    """Where bytes come from: a file, or one of those below."""

    def read(self, size: int = -1, /) -> bytes: ...


class Counted:
    """Reads on, tells how much, and stops at `most` bytes: an archive may promise less than it unpacks to."""

    def __init__(self, raw: Source, *, most: int, heard: Callable[[int], None]) -> None:
        self._raw, self._left, self._heard = raw, most, heard

    def read(self, size: int = -1, /) -> bytes:
        wanted = CHUNK_BYTES if size < 0 else size
        try:
            chunk = self._raw.read(min(wanted, self._left + 1))
        except _DAMAGED:
            raise ValidationFailed(
                "The file is damaged or cut: it cannot be unpacked.", field="file"
            ) from None
        self._left -= len(chunk)
        if self._left < 0:
            raise ValidationFailed("The file unpacks to more than it may.", field="file")
        self._heard(len(chunk))
        return chunk


class Utf8:
    """The same text as UTF-8 without a byte order mark; UTF-16 is told by its mark."""

    def __init__(self, raw: Source) -> None:
        self._raw = raw
        start = raw.read(4)
        bare = start.removeprefix(codecs.BOM_UTF8)
        coding = _UTF16.get(start[:2]) if not start.startswith(codecs.BOM_UTF32_LE) else None
        self._decoder = codecs.getincrementaldecoder(coding)() if coding else None
        self._ahead = self._turned(start[2:]) if coding else bare

    def read(self, size: int = -1, /) -> bytes:
        if self._ahead and size:
            ahead, self._ahead = self._ahead, b""
            return ahead
        chunk = self._raw.read(CHUNK_BYTES if size < 0 else size)
        while chunk and not (turned := self._turned(chunk)):
            chunk = self._raw.read(CHUNK_BYTES)
        return turned if chunk else b""

    def _turned(self, chunk: bytes) -> bytes:
        if self._decoder is None:
            return chunk
        try:
            return self._decoder.decode(chunk).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise ValidationFailed("The text says it is UTF-16 and is not.", field="file") from None


def whole_text(raw: Source) -> str:
    """All of a text file, of at most MAX_TEXT_BYTES. Raises ValidationFailed for what is no UTF-8."""
    source, parts, size = Utf8(raw), [], 0
    while chunk := source.read():
        parts.append(chunk)
        size += len(chunk)
        if size > limits.MAX_TEXT_BYTES:
            raise ValidationFailed(
                f"A text file has more than {limits.MAX_TEXT_BYTES:,} bytes. Split it.", field="file"
            )
    try:
        return b"".join(parts).decode()
    except UnicodeDecodeError:
        raise ValidationFailed(
            "The text is not UTF-8. Save it as UTF-8 and import it again.", field="file"
        ) from None


def lines(raw: Source) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, without line ends. Raises ValidationFailed for one that is too
    long.
    """
    source, ahead, number = Utf8(raw), b"", 0
    while chunk := source.read():
        *whole, ahead = (ahead + chunk).split(b"\n")
        for line in whole:
            number += 1
            yield number, line.rstrip(b"\r")
        if len(ahead) > limits.MAX_LINE_BYTES:
            raise ValidationFailed(
                f"Line {number + 1} has more than {limits.MAX_LINE_BYTES:,} bytes.", field="file"
            )
    if ahead:
        yield number + 1, ahead.rstrip(b"\r")


class Inflated:
    """A gzip file inside of another, unpacked as it is read, to no more than MAX_RATIO times what came in."""

    def __init__(self, raw: Source) -> None:
        self._raw, self._inflate = raw, zlib.decompressobj(wbits=31)
        self._taken = self._given = 0

    def read(self, size: int = -1, /) -> bytes:
        most = CHUNK_BYTES if size < 0 else size
        while size and not self._inflate.eof:
            packed = self._inflate.unconsumed_tail or self._raw.read(CHUNK_BYTES)
            if not packed:
                raise ValidationFailed("The packed file is cut.", field="file")
            try:
                chunk = self._inflate.decompress(packed, most)
            except zlib.error:
                raise ValidationFailed("The packed file is damaged.", field="file") from None
            self._taken += len(packed) - len(self._inflate.unconsumed_tail)
            self._given += len(chunk)
            if self._given > max(limits.FREE_BYTES, self._taken * limits.MAX_RATIO):
                raise ValidationFailed("The packed file unpacks to far more than its size.", field="file")
            if chunk:
                return chunk
        return b""
