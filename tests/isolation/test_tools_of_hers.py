"""Every tool, called by alice herself with what others are refused: else a refusal would show nothing."""

from __future__ import annotations

import pytest

from tests.isolation.speaking import Speaker, outcome
from tests.isolation.table import listed_tools

TABLE = listed_tools()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_every_call_does_for_alice_what_it_is_for(alice: Speaker) -> None:
    """In the order of the table: what a call changes, the next one meets."""
    assert {tool: outcome(alice.call(*tool, alice.real)) for tool in TABLE} == dict(TABLE)
