from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env


@pytest.mark.parametrize(("raw", "read"), [("", 3), ("0", 0), (" 23 ", 23)])
def test_a_number_within_its_bounds_is_read(monkeypatch: pytest.MonkeyPatch, raw: str, read: int) -> None:
    monkeypatch.setenv("CONTINUUM_QUIET_HOUR", raw)
    assert env.number("CONTINUUM_QUIET_HOUR", 3, most=23) == read


@pytest.mark.parametrize("raw", ["24", "-1", "three", "1.5", "1e1"])
def test_a_number_outside_its_bounds_stops_the_start(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("CONTINUUM_QUIET_HOUR", raw)
    with pytest.raises(ImproperlyConfigured, match="QUIET_HOUR must be a whole number from 0 to 23"):
        env.number("CONTINUUM_QUIET_HOUR", 3, most=23)
