"""What an operator decides about the web tools. Light to import: every command reads settings."""

from __future__ import annotations

from dataclasses import dataclass

from webtools.limits import BROWSER_IDLE_SECONDS


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`browser` is a path, `auto` or `none`; `searxng` the address of a SearXNG, which may be inside."""

    on: bool = True
    allow: tuple[str, ...] = ()
    browser: str = "auto"
    sandbox: bool = True
    searxng: str = ""
    browser_idle_seconds: float = BROWSER_IDLE_SECONDS
