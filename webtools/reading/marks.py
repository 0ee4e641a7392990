"""The attribute by which the parts of a page are known that nobody sees."""

from __future__ import annotations

from typing import Final

HIDDEN: Final = "data-nobody-sees"
