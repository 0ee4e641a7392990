"""Waiting says what it waits for, and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from continuum.embedded import limits
from continuum.embedded.errors import WaitedTooLong
from continuum.embedded.progress import Patience, silent


def test_a_long_wait_is_told_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROGRESS_EVERY_S", 0.0)
    said: list[str] = []
    patience = Patience("Recovering", seconds=60, log=Path("log"), progress=said.append)
    patience.step(pause=0.001)
    assert said == ["Recovering: 0 seconds so far"]


def test_a_short_wait_says_nothing() -> None:
    said: list[str] = []
    Patience("Recovering", seconds=60, log=Path("log"), progress=said.append).step(pause=0)
    assert said == []


def test_a_wait_ends_with_the_log_to_look_into() -> None:
    patience = Patience("Recovering", seconds=0.01, log=Path("the.log"), progress=silent)
    patience.step(pause=0.02)
    with pytest.raises(WaitedTooLong, match=r"Recovering took longer than 0 seconds\. See the\.log"):
        patience.step(pause=0)
