"""What an operator says of the web tools; what cannot be right stops the start."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum import web_settings
from webtools.settings import WebSettings


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", "_ALLOW", "_BROWSER", "_SANDBOX", "_CALLS_A_MINUTE"):
        monkeypatch.delenv(f"CONTINUUM_WEB{name}", raising=False)
    monkeypatch.delenv("CONTINUUM_SEARXNG_URL", raising=False)


def test_with_nothing_said_the_tools_are_on_and_open_nothing_inside() -> None:
    assert web_settings.web() == WebSettings()
    assert web_settings.calls_a_minute() == 60


def test_what_is_said_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_WEB_ALLOW", "wiki.corp, 10.1.0.0/16")
    monkeypatch.setenv("CONTINUUM_SEARXNG_URL", "http://searxng:8080/")
    monkeypatch.setenv("CONTINUUM_WEB_BROWSER", "none")
    found = web_settings.web()
    assert found.allow == ("wiki.corp", "10.1.0.0/16")
    assert found.searxng == "http://searxng:8080"
    assert found.browser == "none"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONTINUUM_WEB_ALLOW", "169.254.169.254"),
        ("CONTINUUM_WEB_ALLOW", "a b"),
        ("CONTINUUM_SEARXNG_URL", "searxng"),
        ("CONTINUUM_SEARXNG_URL", "file:///etc/passwd"),
        ("CONTINUUM_WEB", "perhaps"),
        ("CONTINUUM_WEB_CALLS_A_MINUTE", "0"),
    ],
)
def test_what_cannot_be_right_is_told_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    reading = web_settings.calls_a_minute if name.endswith("MINUTE") else web_settings.web
    with pytest.raises(ImproperlyConfigured, match=name):
        reading()
