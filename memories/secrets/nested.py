"""Secrets in JSON of any depth: in its strings, in the names of its members, and by them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from memories.secrets.assignments import assigned_kind
from memories.secrets.finding import Finding, settled
from memories.secrets.kinds import DEFAULT_KINDS
from memories.secrets.placeholders import is_masked
from memories.secrets.redact import redacted
from memories.secrets.scan import scan

MAX_DEPTH = 128
"""Levels of JSON that are looked into."""

_PAIR_NAMES = ("name", "key", "Name", "Key")
_PAIR_VALUES = ("value", "Value")
_LEAST_KEY = 32


class NestedTooDeep(ValueError):
    """The JSON has more than MAX_DEPTH levels."""


@dataclass(slots=True)
class Rewriter:
    """Walks through JSON and rewrites its strings. `rewrite` gets each with what was found in it."""

    rewrite: Callable[[str, list[Finding]], str]
    kinds: Collection[str] = DEFAULT_KINDS
    _depth: int = field(default=0, init=False)

    def of(self, value: Any, name: str = "") -> Any:
        """The value with its strings rewritten; a list's members go by the list's name."""
        if isinstance(value, str):
            return self.rewrite(value, findings_in_member(name, value, self.kinds))
        if not isinstance(value, dict | list | tuple):
            return value
        if self._depth >= MAX_DEPTH:
            raise NestedTooDeep(f"The JSON is nested deeper than {MAX_DEPTH} levels.")
        self._depth += 1
        try:
            return self._object(value) if isinstance(value, dict) else [self.of(item, name) for item in value]
        finally:
            self._depth -= 1

    def _object(self, members: dict[str, Any]) -> dict[str, Any]:
        rewritten: dict[str, Any] = {}
        for name, value in members.items():
            safe = _unused(self.rewrite(name, scan(name, kinds=self.kinds)), rewritten)
            kind = _key_kind(name, members)
            if kind in self.kinds:
                rewritten[safe] = self.rewrite(value, [Finding(0, len(value), kind)])
            else:
                rewritten[safe] = self.of(value, _name_of(name, members))
        return rewritten


def findings_in_member(name: str, value: str, kinds: Collection[str]) -> list[Finding]:
    """The secrets in a string that is called `name` ("" for nothing): by its letters and by its name."""
    if not name:
        return scan(value, kinds=kinds)
    lead = f'"{name}": '
    within = [
        _moved(found, -len(lead)) for found in scan(lead + value, kinds=kinds) if found.start >= len(lead)
    ]
    kind = assigned_kind(name, value)
    whole = [Finding(0, len(value), kind)] if kind and kind in kinds else []
    return settled([*within, *whole]) if kind else within


def _moved(finding: Finding, places: int) -> Finding:
    return Finding(finding.start + places, finding.end + places, finding.kind)


def _name_of(name: str, members: dict[str, Any]) -> str:
    """By what a member's value goes: in `{"name": "DB_PASSWORD", "value": ...}` by what `name` says."""
    if name in _PAIR_VALUES:
        said = [members[pair] for pair in _PAIR_NAMES if isinstance(members.get(pair), str)]
        return said[0] if said else name
    return name


def _key_kind(name: str, members: dict[str, Any]) -> str:
    """The kind of a private key that its neighbours tell: a service account's, a JSON web key's; or ""."""
    value = members[name]
    if not isinstance(value, str) or len(value) < _LEAST_KEY or is_masked(value):
        return ""
    if name == "private_key" and members.get("type") == "service_account":
        return "google_service_account"
    return "private_key" if name == "d" and "kty" in members else ""


def _unused(name: str, taken: Iterable[str]) -> str:
    count, free = 1, name
    while free in taken:
        count += 1
        free = f"{name}-{count}"
    return free


def safe_to_tell(value: Any) -> Any:
    """A text or any JSON as an error may tell it: what a caller sent is not sent back with its secrets."""
    return Rewriter(redacted).of(value)
