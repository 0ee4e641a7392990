"""What a session is asked to do: `URL list`, `URL remember NAME CONTENT`, `URL recall QUERY`."""

from __future__ import annotations

import json
from typing import Any

TOOLS = {"remember": ("memory_remember", ("name", "content")), "recall": ("memory_recall", ("query",))}


def read_call(arguments: list[str]) -> tuple[str, dict[str, str]] | None:
    """The tool to call and its arguments; None when the tools are only to be listed."""
    verb, *given = arguments
    if verb == "list":
        return None
    tool, names = TOOLS[verb]
    return tool, dict(zip(names, given, strict=True))


def tell(answer: Any) -> None:
    """The one line that a session writes."""
    print(json.dumps(answer))
