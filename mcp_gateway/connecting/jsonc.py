"""JSON as people keep it in settings: with comments and commas too many. Read with the places of its members,
so that one can be put in, replaced or taken out and everything else stays as it was written.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_LITERAL = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
MAX_DEPTH = 200
INDENT = "  "


class BrokenJson(ValueError):
    """What is wrong, and on which line."""


@dataclass(slots=True)
class Member:
    """One `"key": value` of an object: where it begins, where its value stands, and the value."""

    start: int
    value: Node


@dataclass(slots=True)
class Node:
    """A value at text[start:end]; `members` are an object's."""

    start: int
    end: int
    value: Any
    members: dict[str, Member] | None = None


@dataclass(slots=True)
class _Reader:
    text: str
    at: int = 0
    depth: int = field(default=0)

    def skip(self) -> str:
        """Pass over spaces and comments; the letter that follows, or "" at the end."""
        self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing too
        return self.text[self.at : self.at + 1]

    def fail(self, what: str) -> BrokenJson:
        line = self.text.count("\n", 0, self.at) + 1
        return BrokenJson(f"line {line}: {what}")

    def node(self) -> Node:
        first = self.skip()
        start = self.at
        if self.depth > MAX_DEPTH:
            raise self.fail("it is nested too deep")
        if first == "{":
            return self._object(start)
        if first == "[":
            return self._array(start)
        if first == '"':
            return Node(start, self.at, self.string())
        found = _LITERAL.match(self.text, self.at)
        if found is None:
            raise self.fail("a value is missing" if first in ("", "}", "]", ",") else "this is no value")
        self.at = found.end()
        try:
            return Node(start, self.at, json.loads(found[0]))
        except ValueError:
            raise self.fail("this is no number") from None

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self.fail("a text is not closed")
        self.at = found.end()
        try:
            return str(json.loads(found[0]))
        except ValueError:
            raise self.fail("this is no text") from None

    def _object(self, start: int) -> Node:
        members: dict[str, Member] = {}
        self.at += 1
        self.depth += 1
        while (letter := self.skip()) != "}":
            if letter != '"':
                raise self.fail("a name in quotes is missing")
            begin, key = self.at, self.string()
            if self.skip() != ":":
                raise self.fail("a colon is missing")
            self.at += 1
            value = self.node()
            value.end = self.at
            members[key] = Member(begin, value)
            self._comma("}")
        return self._closed(Node(start, 0, {key: each.value.value for key, each in members.items()}, members))

    def _array(self, start: int) -> Node:
        values = []
        self.at += 1
        self.depth += 1
        while self.skip() != "]":
            values.append(self.node().value)
            self._comma("]")
        return self._closed(Node(start, 0, values))

    def _comma(self, closing: str) -> None:
        letter = self.skip()
        if letter == ",":
            self.at += 1
        elif letter != closing:
            raise self.fail("a comma or a closing bracket is missing")

    def _closed(self, node: Node) -> Node:
        self.at += 1
        self.depth -= 1
        node.end = self.at
        return node


def parse(text: str) -> Node:
    """The whole text as one value; an empty one as an empty object. Raises BrokenJson."""
    reader = _Reader(text)
    if not reader.skip():
        return Node(len(text), len(text), {}, {})
    node = reader.node()
    if isinstance(node.value, str):
        node.end = reader.at
    if reader.skip():
        raise reader.fail("something follows the end")
    return node


def with_member(text: str, outer: str, name: str, value: Any) -> str:
    """The text with `value` under outer -> name, put in or replaced. Raises BrokenJson where the text, or
    what stands under `outer`, is no object.
    """
    root = _object(parse(text), "the file")
    if root.start == root.end:
        return json.dumps({outer: {name: value}}, indent=len(INDENT), ensure_ascii=False) + "\n"
    assert root.members is not None  # noqa: S101 - _object has seen to it
    if outer not in root.members:
        return _put_in(text, root, outer, {name: value}, depth=1)
    holder = _object(root.members[outer].value, f'"{outer}"')
    assert holder.members is not None  # noqa: S101
    if name not in holder.members:
        return _put_in(text, holder, name, value, depth=2)
    old = holder.members[name].value
    return text[: old.start] + _written(value, depth=2) + text[old.end :]


def without_member(text: str, outer: str, name: str) -> str:
    """The text without what stands under outer -> name. Raises BrokenJson."""
    root = parse(text)
    holder = (root.members or {}).get(outer)
    member = ((holder.value.members or {}) if holder else {}).get(name)
    if member is None:
        return text
    start, end = member.start, member.value.end
    after = _Reader(text, end)
    if after.skip() == ",":
        end = after.at + 1
    else:  # the last one: the comma before it goes instead
        comma = text.rfind(",", 0, start)
        between = text[comma + 1 : start] if comma >= 0 else "x"
        start = comma if not _Reader(between).skip() and "/" not in between else start
    line = text.rfind("\n", 0, start) + 1
    start = line if not text[line:start].strip() and text[line - 1 : line] == "\n" else start
    rest = text[end:]
    return text[:start] + (rest[1:] if rest.startswith("\n") and start == line else rest)


def _object(node: Node, what: str) -> Node:
    if node.members is None:
        raise BrokenJson(f"{what} is no object")
    return node


def _put_in(text: str, node: Node, name: str, value: Any, *, depth: int) -> str:
    """A member more, in front of the others: what follows them, comments and commas, need not be known."""
    inside = node.start + 1
    written = f"{json.dumps(name, ensure_ascii=False)}: {_written(value, depth=depth)}"
    comma = "," if node.members else ""
    rest = text[inside:].lstrip(" \t")
    if rest.startswith(("\n", "\r", "//")):
        return f"{text[:inside]}\n{INDENT * depth}{written}{comma}{text[inside:]}"
    outwards = 0 if node.members else 1
    return f"{text[:inside]}\n{INDENT * depth}{written}{comma}\n{INDENT * (depth - outwards)}{rest}"


def _written(value: Any, *, depth: int) -> str:
    lines = json.dumps(value, indent=len(INDENT), ensure_ascii=False).split("\n")
    return f"\n{INDENT * depth}".join(lines)
