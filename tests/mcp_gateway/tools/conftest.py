"""A site on a real socket for the web tools, and a sentinel inside."""

from __future__ import annotations

from tests.webtools.conftest import sentinel, served, site

__all__ = ["sentinel", "served", "site"]
