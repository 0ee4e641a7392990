"""The settings' example file: nothing missing, nothing invented, nothing that would not start."""

from __future__ import annotations

import re

from tests.deployment.example import EXAMPLE, GIVEN, ROOT, SETTINGS, example

NAME = re.compile(r"CONTINUUM_[A-Z][A-Z_]*")


def test_it_is_made_from_the_page_of_settings() -> None:
    assert EXAMPLE.read_text() == example(), "write it anew: python -m tests.deployment.example"


def test_every_setting_is_explained_in_it_or_set_by_compose() -> None:
    told = set(re.findall(r"^#?(CONTINUUM_[A-Z_<>]+)=", EXAMPLE.read_text(), re.MULTILINE))
    documented = set(re.findall(r"`(CONTINUUM_[A-Z_<>]+)`", SETTINGS.read_text()))
    assert documented - told - GIVEN == set()
    assert (
        set(GIVEN) - {"CONTINUUM_PORT", "CONTINUUM_TOKEN"}
        <= set(NAME.findall((ROOT / "compose.yaml").read_text())) | told
    )


def test_what_compose_asks_for_is_explained_in_it() -> None:
    asked = set(re.findall(r"(?<!\$)\$\{(CONTINUUM_[A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    told = set(re.findall(r"^#?(CONTINUUM_[A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))
    assert asked and asked <= told


def test_it_holds_no_secret_of_its_own() -> None:
    lines = EXAMPLE.read_text().splitlines()
    needed = [line for line in lines if line and not line.startswith("#")]
    assert [line.split("=")[0] for line in needed if line.endswith("=")] == [
        "CONTINUUM_SECRET_KEY",
        "CONTINUUM_SUPERUSER_PASSWORD",
        "CONTINUUM_OWNER_PASSWORD",
        "CONTINUUM_APP_PASSWORD",
    ]
    assert [line for line in needed if not line.endswith("=")] == ["CONTINUUM_DOMAIN=memory.example.com"]
