"""Texts that can be written down: half characters, which JavaScript, JSON and PDFs know, cannot."""

from __future__ import annotations

from typing import Any


def well_formed(text: str) -> str:
    """Question marks instead of halves of characters."""
    return text.encode("utf-8", "replace").decode()


def all_well_formed(told: Any) -> Any:
    """The same of every text in what JSON says."""
    if isinstance(told, str):
        return well_formed(told)
    if isinstance(told, list):
        return [all_well_formed(each) for each in told]
    if isinstance(told, dict):
        return {well_formed(str(name)): all_well_formed(value) for name, value in told.items()}
    return told
