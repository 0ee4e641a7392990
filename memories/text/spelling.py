"""Names of JSON fields between our spelling (token_budget) and that of JavaScript (tokenBudget)."""

import re
from collections.abc import Mapping
from typing import Any

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
_UNDERSCORE = re.compile(r"(?<=[a-z0-9])_([a-z0-9])")


def camel(name: str) -> str:
    """token_budget -> tokenBudget; what is spelled so already stays."""
    return _UNDERSCORE.sub(lambda found: found[1].upper(), name)


def snake(name: str) -> str:
    """tokenBudget -> token_budget; what is spelled so already stays."""
    return _HUMP.sub(lambda found: f"_{found[1].lower()}", name)


def in_camel_case(value: Any) -> Any:
    """The JSON with every field name in camel case, at any depth."""
    if isinstance(value, Mapping):
        return {camel(str(name)): in_camel_case(part) for name, part in value.items()}
    return [in_camel_case(part) for part in value] if isinstance(value, list | tuple) else value
