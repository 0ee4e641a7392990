"""Patterns that every supported Python reads alike.

Up to Python 3.11.4 (Debian 12 has 3.11.2) a possessive repeat of a group (`(?:ab)*+`) and an atomic group
match too little: words lose their last letter. Repeats of a single character are right.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

PACKAGES = ("continuum", "memories", "oauth", "mcp_gateway")
# They need torch, and litellm with instructor, which a light environment has not.
HEAVY = {
    "memories.engines.sentence_transformers",
    "memories.engines.reranking.cross_encoder",
    "memories.engines.extraction.model",
}
parser: Any = re._parser  # type: ignore[attr-defined]
SINGLE = {"LITERAL", "NOT_LITERAL", "ANY", "IN"}


def misread(pattern: str, flags: int = 0) -> list[str]:
    """The parts of a pattern that an earlier Python reads otherwise."""
    return list(_misread(parser.parse(pattern, flags)))


def _misread(tree: Any) -> Iterator[str]:
    for code, argument in tree if isinstance(tree, parser.SubPattern) else ():
        name = str(code)
        if name == "ATOMIC_GROUP":
            yield name
        if name == "POSSESSIVE_REPEAT" and not _is_single(argument[2]):
            yield name
        yield from _within(argument)


def _is_single(repeated: Any) -> bool:
    return len(repeated) == 1 and str(repeated[0][0]) in SINGLE


def _within(argument: Any) -> Iterator[str]:
    yield from _misread(argument)
    for part in argument if isinstance(argument, tuple | list) else ():
        yield from _within(part)


@pytest.mark.parametrize(
    "pattern", ["(?:ab)*+", "x(?:a|bc)++", "(?>ab)", "(?:x(?:ab){0,2}+)?", "(?=(?:ab)?+)"]
)
def test_what_is_misread_is_found(pattern: str) -> None:
    assert misread(pattern)


@pytest.mark.parametrize("pattern", ["a*+", "[ab]++", "(?:ab[cd]{1,3}+)*", ".*+x", r"\w++"])
def test_what_is_read_alike_passes(pattern: str) -> None:
    assert misread(pattern) == []


def modules() -> list[ModuleType]:
    named = [
        info.name
        for package in PACKAGES
        for info in pkgutil.walk_packages([str(settings.BASE_DIR / package)], f"{package}.")
        if ".migrations" not in info.name and info.name not in HEAVY
    ]
    return [importlib.import_module(name) for name in named]


def patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (found for each in value.values() for found in patterns_in(each))
    elif isinstance(value, tuple | list):
        yield from (found for each in value for found in patterns_in(each))


def test_no_pattern_of_ours_is_misread() -> None:
    found = {
        (module.__name__, name): pattern
        for module in modules()
        for name, value in vars(module).items()
        for pattern in patterns_in(value)
    }
    assert len(found) > 100
    bad = [place for place, pattern in found.items() if misread(pattern.pattern, pattern.flags & ~re.UNICODE)]
    assert bad == []
