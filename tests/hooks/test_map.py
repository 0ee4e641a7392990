"""Which workspace a folder belongs to, and keeping it (HK-15, HK-16)."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.hooks.conftest import INJECT, NODE, Machine
from tests.hooks.odd_server import Odd, answering

MAP = {
    "/w/falcon": "falcon",
    "C:\\Work\\App": "app",
    "/w/Caf\u00e9": "cafe",
    "/w/bad": None,
    "/w/num": 7,
    "/w/falcon/docs/": "docs",
}


def asked_for(machine: Machine, cwd: Any, text: str = json.dumps(MAP)) -> Any:
    """The workspace that is sent for a folder."""
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        (machine.own / "workspace-map.json").write_text(text)
        ran = machine.hook(INJECT, {"prompt": "hello", "cwd": cwd})
    assert ran.context == "x"
    return odd.asked[0][2].get("workspace")


@pytest.mark.parametrize(
    ("cwd", "workspace"),
    [
        ("/w/falcon", "falcon"),
        ("/w/falcon/", "falcon"),
        ("c:\\work\\app", "app"),
        ("C:/Work/App/", "app"),
        ("c:\\work\\app\\src\\deep", "app"),
        ("/w/Cafe\u0301", "cafe"),
        ("/w/falcon/src", "falcon"),
        ("/w/falcon/docs/x", "docs"),
        ("/W/Falcon", None),
        ("/w/falconry", None),
        ("/w/bad", None),
        ("/w/num", None),
        *(("/w", None), ("/", None), ("", None), ("C:\\", None), (7, None)),
    ],
)
def test_hk_16_one_folder_written_differently_finds_its_workspace(
    machine: Machine, cwd: Any, workspace: str | None
) -> None:
    assert asked_for(machine, cwd) == workspace


def test_hk_16_a_link_to_a_folder_is_that_folder(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "real" / "src").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    text = json.dumps({str(tmp_path / "real"): "falcon"})
    assert asked_for(machine, str(tmp_path / "link" / "src"), text) == "falcon"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"/w/falcon": "fal', "\x00"])
def test_hk_15_a_broken_map_counts_as_empty_and_blocks_no_prompt(machine: Machine, text: str) -> None:
    assert asked_for(machine, "/w/falcon", text) is None


def test_hk_15_ten_at_once_lose_no_entry_of_another_even_if_one_crashes(machine: Machine) -> None:
    machine.put("http://127.0.0.1:9", "ctm_x")
    file = machine.own / "workspace-map.json"
    file.write_text('{"/before": "kept"}')
    crashed = machine.own / "workspace-map.json.lock"
    crashed.write_text("")  # its holder was killed half-way
    script = str(machine.own / "hooks" / INJECT)
    many = [
        subprocess.Popen([str(NODE), script, "--map", f"w{place}", f"/w/{place}"], env=machine.environment())
        for place in range(10)
    ]
    while any(process.poll() is None for process in many):
        json.loads(file.read_text())
        time.sleep(0.02)
    assert json.loads(file.read_text()) == {"/before": "kept", **{f"/w/{n}": f"w{n}" for n in range(10)}}
    assert not crashed.exists()


def test_the_current_folder_is_meant_where_none_is_named(machine: Machine) -> None:
    machine.put("http://127.0.0.1:9", "ctm_x")
    script = machine.own / "hooks" / INJECT
    assert machine.node(script, "--map", "falcon").silent
    assert machine.node(script, "--map").silent
    assert json.loads((machine.own / "workspace-map.json").read_text()) == {str(machine.home): "falcon"}
