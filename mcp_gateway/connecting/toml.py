"""TOML with one table put in, replaced or taken out; comments and order stay (tomlkit)."""

from __future__ import annotations

from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError


class BrokenToml(ValueError):
    """What is wrong, and where."""


def parse(text: str) -> tomlkit.TOMLDocument:
    """Raises BrokenToml."""
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as error:
        raise BrokenToml(str(error)) from None


def servers_in(text: str, outer: str) -> dict[str, Any]:
    """What stands under `outer`, plain. Raises BrokenToml where that is no table."""
    found = parse(text).unwrap().get(outer, {})
    if not isinstance(found, dict):
        raise BrokenToml(f"{outer} is no table")
    return found


def with_table(text: str, outer: str, name: str, value: dict[str, Any]) -> str:
    """The text with `value` under [outer.name]. Raises BrokenToml."""
    servers_in(text, outer)
    document = parse(text)
    if outer not in document:
        document[outer] = tomlkit.table(is_super_table=True)
    table = tomlkit.table()
    for key, each in value.items():
        table[key] = each
    document[outer][name] = table
    return tomlkit.dumps(document)


def without_table(text: str, outer: str, name: str) -> str:
    document = parse(text)
    if name in servers_in(text, outer):
        del document[outer][name]
    return tomlkit.dumps(document)
