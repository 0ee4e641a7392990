"""The shades of the accent colour in the admin, lightest first."""

from __future__ import annotations

from typing import Final

PRIMARY: Final = {
    "50": "oklch(98% .014 180)",
    "100": "oklch(95% .03 180)",
    "200": "oklch(90% .06 180)",
    "300": "oklch(84% .09 180)",
    "400": "oklch(78% .1 180)",
    "500": "oklch(70% .1 180)",
    "600": "oklch(48% .085 180)",
    "700": "oklch(43% .075 180)",
    "800": "oklch(37% .06 180)",
    "900": "oklch(32% .05 180)",
    "950": "oklch(24% .04 180)",
}
