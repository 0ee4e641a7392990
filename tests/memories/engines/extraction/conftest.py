"""Models on a real socket. What needs litellm is skipped where that is not installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from tests.fakes.llm_server import LLMServer, llm_server

HERE = importlib.util.find_spec("litellm") is not None


@pytest.fixture
def server() -> Iterator[LLMServer]:
    if not HERE:
        pytest.skip("litellm is not installed here")
    with llm_server() as running:
        yield running
