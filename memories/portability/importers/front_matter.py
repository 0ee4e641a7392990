"""Markdown files with fields in front, between two lines of `---`."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import yaml

from memories.portability.importers import limits

_FRONT = re.compile(
    r"\A\ufeff?---[ \t]*\n(?P<fields>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_FIELD = re.compile(r"(?P<key>[A-Za-z_][\w -]*):[ \t]*(?P<value>.*)")


class _Loader(yaml.SafeLoader):
    """Plain values only; an alias, which can grow without end, is an error."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("an alias")
        return super().compose_node(parent, index)


def fields_and_text(text: str) -> tuple[dict[str, Any], str, int]:
    """The fields (none where there are none), the text below, and the number of its first line. Fields that
    are no YAML are read line by line, as far as they go.
    """
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    if front is None or len(front["fields"]) > limits.MAX_FIELDS_BYTES * 4:
        return {}, text, 1
    below = text[front.end() :]
    return _read(front["fields"]), below, text[: front.end()].count("\n") + 1


def _read(fields: str) -> dict[str, Any]:
    try:
        found = yaml.load(fields, Loader=_Loader)  # noqa: S506 - it is a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError):
        lines = filter(None, map(_FIELD.fullmatch, fields.splitlines()))
        return {line["key"].strip(): line["value"].strip().strip("\"'") for line in lines}
    if not isinstance(found, dict):
        return {}
    return {str(key): _plain(value) for key, value in found.items()}


def _plain(value: Any) -> Any:
    """Dates as they were written; lists and objects of plain values."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(each) for each in value]
    return value
