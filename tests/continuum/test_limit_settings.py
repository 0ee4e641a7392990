"""Numbers of limits: none at home, some for many people, quotas in the enterprise profile."""

from __future__ import annotations

from importlib import metadata

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum import limit_settings, sign_in_settings, watch_settings
from continuum.limit_settings import MEGABYTE, Paces, Quotas


def test_who_runs_it_for_themselves_is_not_held_up() -> None:
    assert limit_settings.paces(local=True) == Paces()
    assert limit_settings.paces(local=False) == Paces(calls=1_200, requests=1_200, imports=30)


def test_a_number_that_is_set_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_CALLS_A_MINUTE", "7")
    monkeypatch.setenv("CONTINUUM_QUOTA_MEGABYTES", "3")
    assert limit_settings.paces(local=True).calls == 7
    assert limit_settings.quotas("team") == Quotas(text_bytes=3 * MEGABYTE)


def test_only_the_enterprise_profile_has_quotas_by_itself() -> None:
    assert limit_settings.quotas("team") == limit_settings.quotas("lite") == Quotas()
    assert limit_settings.quotas("enterprise") == limit_settings.ENTERPRISE_QUOTAS


def test_the_enterprise_profile_lets_in_by_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_SIGN_UP_DOMAINS"):
        sign_in_settings.domains(profile="enterprise", known={"github": {}})
    monkeypatch.setenv("CONTINUUM_SIGN_UP_DOMAINS", "Example.com, @example.org")
    found = sign_in_settings.domains(profile="enterprise", known={"github": {}})
    assert found == {"example.com", "example.org"}


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> str:
        raise metadata.PackageNotFoundError(package)

    assert watch_settings.apps(traces="http://c:4318", errors="") == ["continuum.tracing.TracingConfig"]
    monkeypatch.setattr(watch_settings.metadata, "version", missing)
    with pytest.raises(ImproperlyConfigured, match=r"sentry-sdk: pip install continuum-memory\[watching\]"):
        watch_settings.apps(traces="", errors="http://key@sentry/1")
    assert watch_settings.apps(traces="", errors="") == []


@pytest.mark.parametrize(("variable", "value"), [
    ("CONTINUUM_METRICS_TOKEN", "too-short"), ("CONTINUUM_OTLP_ENDPOINT", "collector:4317"),
    ("CONTINUUM_SENTRY_DSN", "ftp://sentry")])  # fmt: skip
def test_a_wrong_value_stops_the_start(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured, match=variable):
        watch_settings.who_watches()
