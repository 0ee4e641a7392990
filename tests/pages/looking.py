"""What can be asked of any page in a browser: does anything stick out or overlap, what does axe say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
AXE = (HERE / "axe" / "axe.min.js").read_text()
STICKING_OUT = (HERE / "sticking_out.js").read_text()
OVERLAPPING = (HERE / "overlapping.js").read_text()
AXE_RUN = "(only) => axe.run(document, {runOnly: only}).then((told) => told.violations)"
SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
SERIOUS = {"serious", "critical"}


def sticking_out(page: Any) -> list[str]:
    """What is wider than the window and cannot be scrolled to within its own box."""
    found: list[str] = page.evaluate(STICKING_OUT)
    wide: bool = page.evaluate(SIDEWAYS)
    return found + (["the page scrolls sideways"] if wide else [])


def overlapping(page: Any) -> list[str]:
    """Links, buttons and fields that lie on each other."""
    found: list[str] = page.evaluate(OVERLAPPING)
    return found


def violations(page: Any, only: dict[str, Any] = WCAG) -> list[str]:
    """What axe finds by these rules that is serious, with where."""
    page.evaluate(AXE)
    found = page.evaluate(AXE_RUN, only)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in SERIOUS
    ]
