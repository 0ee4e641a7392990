"""Every pair of colours that text is read in, light and dark, holds WCAG AA."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[3] / "static" / "tokens.css").read_text()
TEXT, FIELD = 4.5, 3.0  # contrast of text, and of the borders of what one types into
PAIRS = [
    *(
        (text, ground, TEXT)
        for text in ("text", "muted", "accent")
        for ground in ("ground", "surface", "sunken", "raised")
    ),
    *((kind, f"{kind}-soft", TEXT) for kind in ("accent", "wait", "bad", "good")),
    ("on-accent", "accent", TEXT),
    ("field", "surface", FIELD),
    ("wait", "surface", FIELD),
]


def _themes() -> list[dict[str, str]]:
    """The colours of the light theme and of the dark one, by name."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", CSS)
    assert pairs
    return [{name: light for name, light, _ in pairs}, {name: dark for name, _, dark in pairs}]


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", _themes(), ids=["light", "dark"])
@pytest.mark.parametrize(("above", "below", "least"), PAIRS, ids=str)
def test_colours_can_be_told_apart(theme: dict[str, str], above: str, below: str, least: float) -> None:
    assert _contrast(theme[above], theme[below]) >= least


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
