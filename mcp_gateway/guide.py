"""The guide that ships with Continuum: standing words to agents."""

from __future__ import annotations

from functools import cache
from pathlib import Path

GUIDE = Path(__file__).with_name("guide.md")


@cache
def guide_text() -> str:
    """The whole guide, Markdown."""
    return GUIDE.read_text(encoding="utf-8")
