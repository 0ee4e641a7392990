"""The scripts that the server hands out."""

from __future__ import annotations

import hashlib

import pytest
from django.conf import settings
from django.test import Client

from memories.hook_api.scripts import SCRIPTS
from oauth.models import User


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_whole_and_needs_no_token(name: str, database: None) -> None:
    answer = Client().get(f"/{name}")
    text = answer.content.decode()
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert text.startswith("#!/usr/bin/env node\n")
    assert "// @include" not in text and "%CONTINUUM" not in text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_list_holds_the_sum_of_every_script(database: None) -> None:
    lines = dict(
        line.split("  ")[::-1] for line in Client().get("/hooks.sha256").content.decode().splitlines()
    )
    assert list(lines) == list(SCRIPTS)
    for name, digest in lines.items():
        assert hashlib.sha256(Client().get(f"/{name}").content).hexdigest() == digest


def test_the_installer_alone_knows_the_address(database: None, settings: object) -> None:
    settings.PUBLIC_URL = 'https://memory.example.com:8"\\'  # type: ignore[attr-defined]
    scripts = {name: Client().get(f"/{name}").content.decode() for name in SCRIPTS}
    assert '"https://memory.example.com:8\\"\\\\"' in scripts.pop("install_hook.js")
    assert not any("memory.example.com" in text for text in scripts.values())


def test_what_a_client_has_already_is_not_sent_again(database: None) -> None:
    tag = Client().get("/install_hook.js").headers["ETag"]
    again = Client().get("/install_hook.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_they_are_only_read_and_no_other_file_is(database: None, alice: User) -> None:
    assert Client().post("/install_hook.js").status_code == 405
    for name in ("hooks/parts/places.js", "parts/places.js", "places.js", "install_hook.js/x"):
        assert Client().get(f"/{name}").status_code == 404


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_asks_for_nothing_that_node_does_not_have(name: str) -> None:
    parts = {"fs", "os", "path", "crypto", "vm", "child_process"}
    text = (settings.HOOK_SCRIPTS / name).read_text() + "".join(
        part.read_text() for part in (settings.HOOK_SCRIPTS / "parts").iterdir()
    )
    asked = {line.split('require("')[1].split('"')[0] for line in text.splitlines() if 'require("' in line}
    assert asked <= parts
