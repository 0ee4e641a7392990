"""The audit of what is installed."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.house import audit


def test_pins_are_read_by_their_normal_names() -> None:
    text = "# comment\nDjango==5.2.19\nruamel.yaml_x==1.0 ; sys_platform == 'win32'\n\n"
    assert audit.read_pins(text) == {"django": "5.2.19", "ruamel-yaml-x": "1.0"}


def test_a_line_without_a_version_is_an_error() -> None:
    with pytest.raises(ValueError, match="not pinned: django>=5"):
        audit.read_pins("django>=5")


def test_the_requirements_files_pin_every_line_and_never_the_same_package_twice() -> None:
    tools = [name for file in audit.TOOLS for name in audit.read_pins(file.read_text())]
    assert not set(tools) & set(audit.read_pins(audit.PRODUCTION.read_text()))


def test_another_version_and_an_unpinned_package_are_drift() -> None:
    installed = {"django": "5.2.18", "torch": "2.13.0+cpu", "stray": "1", "pip": "23"}
    pins = {"django": "5.2.19", "torch": "2.13.0"}
    assert list(audit.find_drift(installed, pins)) == [
        "django 5.2.18 is installed, 5.2.19 is pinned",
        "stray 1 is installed but pinned nowhere",
    ]


def test_holes_are_told_with_the_version_that_mends_them() -> None:
    vulnerability = {"id": "CVE-1", "fix_versions": ["2.0"]}
    packages = [
        {"name": "a", "version": "1.0", "vulns": [vulnerability]},
        {"name": "b", "version": "1.0", "vulns": []},
    ]
    assert list(audit.find_holes(json.dumps({"dependencies": packages}))) == ["a 1.0: CVE-1, mended in 2.0"]


def answer(stdout: str, stderr: str) -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess([], 1, stdout, stderr)


def test_an_unreachable_service_is_said_and_does_not_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        audit, "ask_advisories", lambda: answer("", "requests.exceptions.ConnectionError: no route")
    )
    assert audit.check_advisories()
    assert "NOT CHECKED" in capsys.readouterr().out


def test_any_other_failure_of_the_tool_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ask_advisories", lambda: answer("", "TypeError: unexpected"))
    assert not audit.check_advisories()
