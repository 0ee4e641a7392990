"""A first look at a file: what its JSON is made of, so that its format can be told from what is in it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import ijson

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers import limits
from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.reading import Source, Utf8

_START = b" \t\r\n"
_JSON_NAMES = (".json", ".jsonl", ".ndjson", "")


@dataclass(slots=True)
class Look:
    """The start of one JSON file: `kind` is "array", "object" or "" (no JSON), `keys` the members of the
    outermost object, `texts` those that are short texts, `items` the members of the first item of each array
    by the array's own key ("" for the outermost).
    """

    kind: str = ""
    keys: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)
    items: dict[str, set[str]] = field(default_factory=dict)
    scalars: bool = False

    def item(self, key: str = "") -> set[str]:
        return self.items.get(key, set())


@dataclass(slots=True)
class Peek:
    """What each member of a bundle looks like, looked at when first asked."""

    bundle: Bundle
    _seen: dict[str, Look] = field(default_factory=dict)

    def at(self, member: Member) -> Look:
        if member.name not in self._seen:
            self._seen[member.name] = self._look(member)
        return self._seen[member.name]

    def _look(self, member: Member) -> Look:
        if member.suffix not in _JSON_NAMES and not member.name.endswith(".jsonl.gz"):
            single = self.bundle.only is not None
            if not single or member.suffix in (".md", ".markdown", ".html", ".zip"):
                return Look()
        before = self.bundle.read
        with self.bundle.opened(member) as raw:
            look = look_at(raw)
        self.bundle.read = before
        return look

    def any(self, *members: Member) -> Look:
        """The first of them that is JSON, or a look at nothing."""
        return next((look for look in map(self.at, members) if look.kind), Look())


_SIP = 4_096
"""Bytes at once: each bracket opens a longer path, and paths are built for all that is read at once."""


def look_at(raw: Source) -> Look:
    """What the first half megabyte tells."""
    try:
        source = Utf8(raw)
        start = b""
        while len(start) < limits.PEEK_BYTES and (chunk := source.read()):
            start += chunk
    except ValidationFailed:
        return Look()  # whoever reads it will say what is wrong with it
    first = start.lstrip(_START)[:1]
    if first not in (b"{", b"["):
        return Look()
    look = Look(kind="object" if first == b"{" else "array")
    for prefix, event, value in _events(start):
        _note(look, prefix, event, value)
    return look


def _events(start: bytes) -> Iterator[tuple[str, str, Any]]:
    """Events of the first value, as far as they go, to a depth that tells enough."""
    depth, source = 0, io.BytesIO(start)
    try:
        for prefix, event, value in ijson.parse(source, use_float=True, multiple_values=True, buf_size=_SIP):
            if event in ("start_map", "start_array"):
                depth += 1
            elif event in ("end_map", "end_array"):
                depth -= 1
                if depth == 0:
                    return
            if depth > limits.MAX_OPEN:
                return
            yield prefix, event, value
    except (ijson.JSONError, UnicodeDecodeError, OverflowError):
        return  # half a megabyte ends anywhere


def _note(look: Look, prefix: str, event: str, value: Any) -> None:
    if event == "map_key":
        if prefix == "":
            look.keys.add(value)
        elif prefix == "item":
            look.items.setdefault("", set()).add(value)
        elif prefix.startswith("workspaces.") and prefix.endswith(".memories.item"):
            look.items.setdefault("workspaces", set()).add(value)
        elif prefix.endswith(".item") and prefix.count(".") == 1:
            look.items.setdefault(prefix.removesuffix(".item"), set()).add(value)
    elif event == "string" and "." not in prefix:
        if look.kind == "object":
            look.texts[prefix] = value[:200]
        else:
            look.scalars = True
