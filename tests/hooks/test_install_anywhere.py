"""The installer on other machines: Windows, another node, any name of a home, many at once."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.hooks.conftest import NODE, Machine
from tests.hooks.test_install import EVENTS, FOREIGN, ours, uninstall, without_ours

WINDOWS = """
Object.defineProperty(process, "platform", { value: "win32" });
process.execPath = "C:\\\\Program Files\\\\nodejs\\\\node.exe";
require("path").join = (...parts) => parts.join("/");
"""
VERSION = 'Object.defineProperty(process.versions, "node", { value: "16.20.2" });'


def windows_words(command: str) -> list[str]:
    """As CommandLineToArgvW parts it; there is no backslash before a quote in what we write."""
    words, word, quoted = [], "", False
    for letter in command:
        if letter == '"':
            quoted = not quoted
        elif letter == " " and not quoted:
            words.append(word)
            word = ""
        else:
            word += letter
    return [*words, word]


def preload(machine: Machine, text: str) -> tuple[str, str]:
    file = machine.home / "before.js"
    file.write_text(text)
    return "-r", str(file)


def test_hk_01_a_windows_home_with_a_space_gives_two_words_to_both_shells(
    machine: Machine, server_url: str, token: str
) -> None:
    env = {"HOME": "C:\\Users\\Ana Pop", "USERPROFILE": "C:\\Users\\Ana Pop"}
    ran = machine.install(server_url, token, *preload(machine, WINDOWS), **env)
    assert ran.code == 0, ran.err
    settings = json.loads((machine.home / "C:\\Users\\Ana Pop" / ".claude" / "settings.json").read_text())
    for event, script in EVENTS.items():
        (entry,) = settings["hooks"][event][0]["hooks"]
        words = ["C:/Program Files/nodejs/node.exe", f"C:/Users/Ana Pop/.continuum/hooks/{script}"]
        assert shlex.split(entry["command"]) == windows_words(entry["command"]) == words
        assert "\\" not in entry["command"]


@pytest.mark.parametrize("name", ["it's ana", "$HOME `x`", 'quo"te', "back\\slash", "caf\u00e9 \U0001f600"])
def test_hk_01_any_name_of_a_home_is_one_word_to_a_shell(
    machine: Machine, server_url: str, token: str, name: str
) -> None:
    other = Machine(machine.home / name)
    (other.home / ".claude").mkdir(parents=True)
    assert other.install(server_url, token).code == 0
    (entry,) = ours(other)["UserPromptSubmit"]
    for shell in ("/bin/sh", "/bin/bash"):
        ran = other.run([shell, "-c", entry["command"]], b'{"prompt": "hello"}')
        assert ran.silent
    assert uninstall(other).code == 0 and not other.settings.exists()


def test_hk_13_a_node_that_moved_is_silent_replaced_by_the_path_and_mended_by_installing_again(
    machine: Machine, server_url: str, token: str, script_client: httpx.Client
) -> None:
    script_client.post("/memories", json={"content": "Never deploy on Fridays.", "recall": "always"})
    gone = "/home/ana/.nvm/versions/node/v20.1.0/bin/node"
    machine.install(server_url, token, *preload(machine, f"process.execPath = {json.dumps(gone)};"))
    (entry,) = ours(machine)["UserPromptSubmit"]
    assert gone in entry["command"]
    command = ["/bin/sh", "-c", entry["command"]]
    assert machine.run(command, b'{"prompt": "hello"}', env={"PATH": "/nowhere"}).silent
    found = {"PATH": f"{Path(str(NODE)).parent}:/usr/bin:/bin"}
    assert "Fridays" in machine.run(command, b'{"prompt": "hello"}', env=found).context
    machine.install(server_url, token)
    (entry,) = ours(machine)["UserPromptSubmit"]
    assert gone not in entry["command"]


def test_hk_13_an_old_node_is_told_and_nothing_changes(machine: Machine, server_url: str, token: str) -> None:
    ran = machine.install(server_url, token, *preload(machine, VERSION))
    assert ran.code == 1 and "need Node 18 or newer; this is 16.20.2" in ran.err
    assert not machine.own.exists() and not machine.settings.exists()


def test_hk_15_installing_many_times_at_once_leaves_one_whole_installation(
    machine: Machine, server_url: str, token: str
) -> None:
    machine.settings.write_text(json.dumps(FOREIGN))
    (machine.home / "installer.js").write_text(httpx.get(f"{server_url}/install_hook.js").text)
    env = machine.environment({"CONTINUUM_TOKEN": token, "CONTINUUM_MCP_URL": server_url})
    command = [str(NODE), str(machine.home / "installer.js")]
    many = [subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) for _ in range(6)]
    assert [process.wait(30) for process in many] == [0] * 6
    assert all(len(hooks) == 1 for hooks in ours(machine).values())
    left = {event: groups for event, groups in FOREIGN["hooks"].items() if groups}
    assert without_ours(machine) == {**FOREIGN, "hooks": left}
    assert not [name for name in os.listdir(machine.own) if name.endswith((".new", ".lock"))]
