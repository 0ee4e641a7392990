"""Where words come from, as it is written down: what the writer named, and the client that they came in
through.
"""

from __future__ import annotations

import re

_THROUGH = re.compile(r"(?:(?P<named>.*) \(via .*\)|via .*)", re.DOTALL)


def credited(source: str, *, client: str, most: int) -> str:
    """Return `<source> (via <client>)`, of at most so many characters: a long source is cut for it."""
    named = source.strip()
    by = f"(via {client})" if named else f"via {client}"
    return f"{named[: most - len(by) - 1].rstrip()} {by}".strip()


def named_source(source: str) -> str:
    """Return what the writer named, without the client; "" where only that is known."""
    through = _THROUGH.fullmatch(source)
    return (through["named"] or "") if through else source
