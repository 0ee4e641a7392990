"""Cutting long texts so that an answer stays readable."""

from __future__ import annotations

import pytest

from mcp_gateway.limits import LEAST_TEXT, PAGE_TEXT
from mcp_gateway.telling import allowed


@pytest.mark.parametrize(
    ("texts", "each"), [(0, PAGE_TEXT), (1, PAGE_TEXT), (10, PAGE_TEXT // 10), (100, LEAST_TEXT)]
)
def test_texts_share_a_page(texts: int, each: int) -> None:
    assert allowed(texts) == each
