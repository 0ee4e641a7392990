"""One setting says which profile runs, and what contradicts it stops the start."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum.profile_settings import NAMES, profile
from memories.recall.profiles import PROFILES


@pytest.mark.parametrize(("local", "usual"), [(True, "lite"), (False, "team")])
def test_the_profile_follows_the_database_unless_it_is_named(local: bool, usual: str) -> None:
    assert profile(local=local, sign_up="closed") == usual


@pytest.mark.parametrize(
    ("named", "local", "sign_up", "because"),
    [
        ("team", True, "closed", "set CONTINUUM_DATABASE_URL"),
        ("enterprise", True, "closed", "set CONTINUUM_DATABASE_URL"),
        ("lite", False, "closed", "CONTINUUM_DATABASE_URL names another"),
        ("enterprise", False, "open", "CONTINUUM_SIGN_UP"),
        ("huge", False, "closed", "is one of lite, team, enterprise"),
    ],
)
def test_what_contradicts_itself_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, named: str, local: bool, sign_up: str, because: str
) -> None:
    monkeypatch.setenv("CONTINUUM_PROFILE", named)
    with pytest.raises(ImproperlyConfigured, match=because):
        profile(local=local, sign_up=sign_up)


def test_a_named_profile_that_fits_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_PROFILE", "Enterprise")
    assert profile(local=False, sign_up="invite") == "enterprise"


def test_every_profile_has_its_budgets() -> None:
    assert set(PROFILES) == set(NAMES)
