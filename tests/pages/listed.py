"""Every page that people see. A new page gets a line here, and with it the checks that all pages pass."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """An address, and who looks at it: a name of the cast (tests/pages/story.py) or nobody."""

    name: str
    path: str
    who: str | None = "alice"
    fails: bool = False  # answers with an error, as it should


PAGES = [
    Page("home", "/"),
    Page("home-empty", "/", who="dora"),
    Page("connections", "/connections"),
    Page("account", "/account"),
    Page("preferences", "/preferences"),
    Page("sign-in", "/sign-in", who=None),
    Page("nothing-here", "/nowhere", fails=True),
]
