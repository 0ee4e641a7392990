"""JSON of any size, item by item in bounded memory (ijson over yajl), and JSON lines with their damage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import ijson

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers import limits
from memories.portability.importers.reading import CHUNK_BYTES, Source, Utf8, lines


class _Guarded:
    """Gives up when an item has become too large, or opened far more brackets than it closed, before the
    parser has built it.
    """

    def __init__(self, raw: Source) -> None:
        self._raw = raw
        self.since = self.opened = self.at = 0
        self.bounded = True

    def item_read(self) -> None:
        self.since = self.opened = 0

    def read(self, size: int = -1, /) -> bytes:
        chunk = self._raw.read(CHUNK_BYTES if size < 0 else size)
        self.at += len(chunk)
        self.since += len(chunk)
        self.opened += _opened(chunk)
        if self.bounded and self.since > limits.MAX_ITEM_BYTES:
            raise _damaged(f"One item has more than {limits.MAX_ITEM_BYTES:,} bytes.")
        if self.opened > limits.MAX_OPEN:
            raise _damaged("The JSON is nested too deep.")
        return chunk


def _opened(chunk: bytes) -> int:
    """How many more brackets are opened than closed, those in texts too."""
    return chunk.count(b"[") + chunk.count(b"{") - chunk.count(b"]") - chunk.count(b"}")


def _damaged(reason: str) -> ValidationFailed:
    return ValidationFailed(reason, field="file")


def items(raw: Source, prefix: str) -> Iterator[Any]:
    """The items of the array at an ijson prefix ("item" for the outermost). Raises ValidationFailed where the
    JSON breaks off, is none, or is nested too deep.
    """
    guarded = _Guarded(Utf8(raw))
    found = ijson.items(guarded, prefix, use_float=True, buf_size=CHUNK_BYTES)
    while True:
        try:
            item = next(found)
        except StopIteration:
            return
        except (ijson.JSONError, UnicodeDecodeError, OverflowError) as error:
            raise _broken(error, guarded.at) from None
        guarded.item_read()
        yield item


def _broken(error: Exception, at: int) -> ValidationFailed:
    if isinstance(error, ijson.IncompleteJSONError) and "premature" in str(error).lower():
        return _damaged(f"The JSON breaks off after {at:,} bytes: the file is cut.")
    return _damaged(f"This is not valid JSON, somewhere before byte {at:,}.")


def pairs(raw: Source, prefix: str) -> Iterator[tuple[str, Any]]:
    """The members of the object at a prefix ("" for the outermost), each whole."""
    guarded = _Guarded(Utf8(raw))
    try:
        for key, value in ijson.kvitems(guarded, prefix, use_float=True, buf_size=CHUNK_BYTES):
            guarded.item_read()
            yield key, value
    except (ijson.JSONError, UnicodeDecodeError, OverflowError) as error:
        raise _broken(error, guarded.at) from None


def json_lines(raw: Source) -> Iterator[tuple[int, Any, str]]:
    """Every object of a JSONL file: its line, the object, or None and what is wrong with the line. Objects
    that were glued together on one line are read one by one.
    """
    for number, line in lines(raw):
        text = line.decode("utf-8", "replace").strip()
        while text:
            try:
                found, end = _DECODER.raw_decode(text)
            except (ValueError, RecursionError):
                yield number, None, "This line is cut or no JSON."
                break
            yield number, found, ""
            text = text[end:].lstrip()


_DECODER = json.JSONDecoder()


def keys(raw: Source, prefix: str) -> Iterator[str]:
    """The keys of the object at a prefix."""
    guarded = _Guarded(Utf8(raw))
    guarded.bounded = False
    try:
        for where, event, value in ijson.parse(guarded, use_float=True, buf_size=CHUNK_BYTES):
            if event == "map_key" and where == prefix:
                yield value
    except (ijson.JSONError, UnicodeDecodeError, OverflowError) as error:
        raise _broken(error, guarded.at) from None
