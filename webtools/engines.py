"""Loading what is heavy or optional by its name, once, when it is first needed."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any


def has_driver() -> bool:
    """Whether Playwright is installed."""
    return importlib.util.find_spec("playwright") is not None


@cache
def driver() -> Any:
    """Playwright's async API. Raises ModuleNotFoundError where it is not installed."""
    return importlib.import_module("playwright.async_api")


@cache
def trafilatura() -> Any:
    """Takes a sixth of a second to import, which a server that fetches no page should not pay."""
    return importlib.import_module("trafilatura")
