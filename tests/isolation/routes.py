"""Every address there is, from the URLconf itself, with the methods that its view answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

API_PATHS = ("api/", "v1/", "hook/")
"""Areas for programs: they are asked with bearers as well."""
UNMARKED = ("GET", "POST")
"""What a view is asked by that does not say which methods it answers."""
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


@dataclass(frozen=True, order=True)
class Route:
    """One pattern and one method."""

    pattern: str
    method: str

    def __str__(self) -> str:
        return f"{self.method} /{self.pattern}"

    @property
    def for_programs(self) -> bool:
        return self.pattern.startswith(API_PATHS)

    @property
    def parameters(self) -> list[str]:
        return [typed or named for typed, named in PARAMETER.findall(self.pattern)]

    def path(self, given: Mapping[str, Any]) -> str:
        """The address with these values in it. Raises KeyError naming a parameter without one."""
        filled = PARAMETER.sub(lambda found: _segment(given[found[1] or found[2]]), self.pattern)
        return "/" + filled.replace("^", "").replace("$", "")


def _segment(value: Any) -> str:
    return quote(str(value), safe="")


def patterns(within: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every pattern of the URLconf with its view, in the order in which they are tried."""
    for each in (within or get_resolver()).url_patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield here, each.callback
        else:
            yield from patterns(each, here)


def routes() -> list[Route]:
    return sorted({Route(pattern, method) for pattern, view in patterns() for method in methods_of(view)})


def methods_of(view: Any) -> tuple[str, ...]:
    """What a view of the API has handlers for; of any other view, what pages are asked by."""
    declared = getattr(view, "cls", None)
    if declared is None:
        return UNMARKED
    handled = tuple(
        name.upper()
        for name in declared.http_method_names
        if name not in ("head", "options") and hasattr(declared, name)
    )
    return handled or UNMARKED
