"""Keeping the scripts as their server publishes them, and never anything else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from memories.hook_api import scripts
from tests.hooks.conftest import INJECT, UPDATE, Machine
from tests.hooks.odd_server import Odd, answering, nobody


def update(machine: Machine) -> None:
    assert machine.node(machine.own / "hooks" / UPDATE).silent


@pytest.fixture
def drifted(installed: Machine) -> Path:
    """An installed script that is not the published one any more."""
    file = installed.own / "hooks" / INJECT
    file.write_text("// an older one\n")
    return file


def test_what_differs_is_replaced_itself_included(installed: Machine, server_url: str, drifted: Path) -> None:
    own = installed.own / "hooks" / UPDATE
    own.write_text(own.read_text() + "// an older one\n")
    update(installed)
    for file in (drifted, own):
        assert file.read_text() == scripts.script(file.name, address=server_url)
    assert not list(installed.own.rglob("*.new"))


def test_what_is_not_installed_is_not_added(installed: Machine, drifted: Path) -> None:
    drifted.unlink()
    update(installed)
    assert not drifted.exists()


def test_it_can_be_switched_off(installed: Machine, drifted: Path) -> None:
    (installed.own / "no-auto-update").touch()
    update(installed)
    assert drifted.read_text() == "// an older one\n"


class Publishing(Odd):
    """Publishes a list of sums, and one text under every name."""

    sums: bytes = b""
    text: bytes = b""

    @property
    def body(self) -> bytes:  # type: ignore[override]
        return self.sums if self.asked and self.asked[-1][0] == "/hooks.sha256" else self.text

    @body.setter
    def body(self, _: bytes) -> None:
        """Set by what is asked for."""


@pytest.fixture
def publishing(machine: Machine) -> Iterator[Publishing]:
    with answering(Publishing()) as odd:
        machine.put(odd.url, "ctm_x")
        assert isinstance(odd, Publishing)
        yield odd


def listed(text: bytes) -> bytes:
    digest = hashlib.sha256(text).hexdigest()
    return "".join(f"{digest}  {name}\n" for name in scripts.SCRIPTS).encode()


@pytest.mark.parametrize(
    ("sums", "text"),
    [
        (listed(b"const x = 1;\n"), b"const x = 2;\n"),
        (listed(b"const x = 1;\n"), b"const x ="),
        (listed(b"const x ="), b"const x ="),
        (listed(b"<html>not found</html>"), b"<html>not found</html>"),
        (listed(b"x" * 600_000), b"x" * 600_000),
        (b"<html>sign in</html>", b"const x = 1;\n"),
        (b"", b"const x = 1;\n"),
    ],
    ids=["wrong hash", "cut", "no script", "a page", "too long", "no list", "empty list"],
)
def test_anything_but_the_published_script_is_left_unwritten(
    machine: Machine, publishing: Publishing, sums: bytes, text: bytes
) -> None:
    publishing.sums, publishing.text = sums, text
    before = {file: file.read_bytes() for file in (machine.own / "hooks").iterdir()}
    update(machine)
    assert {file: file.read_bytes() for file in (machine.own / "hooks").iterdir()} == before


def test_the_published_script_is_written(machine: Machine, publishing: Publishing) -> None:
    publishing.text = b"const x = 1;\n"
    publishing.sums = listed(publishing.text)
    update(machine)
    assert {file.read_bytes() for file in (machine.own / "hooks").iterdir()} == {publishing.text}


def test_a_dead_network_changes_nothing(machine: Machine) -> None:
    machine.put(nobody(), "ctm_x")
    before = (machine.own / "hooks" / INJECT).read_text()
    update(machine)
    assert (machine.own / "hooks" / INJECT).read_text() == before


def test_no_token_goes_to_where_scripts_come_from(machine: Machine, publishing: Publishing) -> None:
    update(machine)
    assert publishing.asked and not any("Authorization" in headers for _, headers, _ in publishing.asked)
