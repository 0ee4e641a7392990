"""Installing and removing: our entries once, everybody else's as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from continuum.kernel.actor import Permission
from memories.hook_api.scripts import SCRIPTS
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.hooks.conftest import CAPTURE, INJECT, Machine, eventually
from tests.hooks.odd_server import nobody

EVENTS = {"UserPromptSubmit": INJECT, "SessionStart": INJECT, "SessionEnd": CAPTURE}
FOREIGN = {
    "permissions": {"allow": ["Bash(ls)"]},
    "model": "opus",
    "env": {"X": "1"},
    "hooks": {
        "SessionStart": [
            {"matcher": "compact", "hooks": [{"type": "command", "command": "node /opt/other/start.js"}]}
        ],
        "UserPromptSubmit": [
            {"hooks": [{"type": "command", "command": "/opt/other/prompt.sh", "timeout": 3}]}
        ],
        "Stop": [],
    },
    "statusLine": {"type": "command", "command": "x"},
}
ODD_BUT_OURS_TO_LEAVE = {
    "hooks": {"SessionEnd": [None, 7, {"hooks": "x"}, {"matcher": "y"}, {"hooks": [None]}]}
}


def uninstall(machine: Machine) -> Any:
    return machine.node(machine.own / "hooks" / "uninstall_hook.js")


def ours(machine: Machine) -> dict[str, list[dict[str, Any]]]:
    found = {event: machine.hooks_of(event) for event in EVENTS}
    return {
        event: [hook for hook in hooks if hook and "continuum" in hook.get("command", "")]
        for event, hooks in found.items()
    }


def without_ours(machine: Machine) -> Any:
    settings = json.loads(machine.settings.read_text())
    for event, groups in settings["hooks"].items():
        settings["hooks"][event] = [group for group in groups if "continuum" not in json.dumps(group)]
    return {**settings, "hooks": {event: groups for event, groups in settings["hooks"].items() if groups}}


def test_installed_by_one_line_it_works_at_the_next_prompt(
    machine: Machine, server_url: str, token: str, script_client: httpx.Client, tmp_path: Path
) -> None:
    script_client.post("/memories", json={"content": "Never deploy on Fridays.", "recall": "always"})
    ran = machine.install(server_url, token)
    assert (ran.code, ran.err) == (0, "") and "are installed in" in ran.out
    (entry,) = ours(machine)["UserPromptSubmit"]
    said = json.dumps({"prompt": "hello", "session_id": "s"}).encode()
    assert "Fridays" in machine.run(["/bin/sh", "-c", entry["command"]], said).context
    talk = tmp_path / "t.jsonl"
    talk.write_text(json.dumps({"type": "user", "message": {"content": "Remember that the rent is 900."}}))
    (entry,) = ours(machine)["SessionEnd"]
    said = json.dumps({"session_id": "s", "transcript_path": str(talk), "reason": "other"}).encode()
    assert machine.run(["/bin/bash", "-c", entry["command"]], said).silent
    eventually(lambda: script_client.get("/proposals").json()["proposals"])


def test_what_it_leaves_is_private_and_names_its_own_timeouts(
    machine: Machine, server_url: str, token: str
) -> None:
    machine.install(server_url, token)
    assert sorted(each.name for each in (machine.own / "hooks").iterdir()) == sorted(SCRIPTS[1:])
    assert (machine.own / "hook-token").read_text() == f"{token}\n"
    assert (machine.own / "hook-token").stat().st_mode & 0o777 == 0o600
    assert (machine.own / "hook-url").read_text() == f"{server_url}\n"
    timeouts = {event: [hook["timeout"] for hook in hooks] for event, hooks in ours(machine).items()}
    assert timeouts == {"UserPromptSubmit": [5], "SessionStart": [5], "SessionEnd": [15]}
    assert token not in machine.settings.read_text()


@pytest.mark.parametrize("given", [FOREIGN, ODD_BUT_OURS_TO_LEAVE, {}, {"hooks": {}}, {"hooks": None}])
@pytest.mark.parametrize("style", [{"indent": 1}, {"indent": "\t"}, {}])
def test_hk_03_every_foreign_key_and_hook_survives_and_uninstalling_gives_the_file_back(
    machine: Machine, server_url: str, token: str, given: dict[str, Any], style: dict[str, Any]
) -> None:
    original = json.dumps(given, **style)
    machine.settings.write_text(original)
    for _ in range(2):
        assert machine.install(server_url, token).code == 0
        left = {event: groups for event, groups in (given.get("hooks") or {}).items() if groups}
        assert without_ours(machine) == {**given, "hooks": left}
        assert list(json.loads(machine.settings.read_text())) == (list(given) or ["hooks"])
        assert all(len(hooks) == 1 for hooks in ours(machine).values())
    assert Path(f"{machine.settings}.before-continuum").read_text() == original
    assert uninstall(machine).code == 0
    assert machine.settings.read_text() == original
    assert [each.name for each in machine.settings.parent.iterdir()] == ["settings.json"]


def test_hk_03_what_others_changed_since_stays_changed(machine: Machine, server_url: str, token: str) -> None:
    machine.settings.write_text(json.dumps(FOREIGN))
    machine.install(server_url, token)
    settings = json.loads(machine.settings.read_text())
    settings["hooks"]["SessionEnd"].append({"hooks": [{"type": "command", "command": "theirs"}]})
    settings["hooks"]["SessionEnd"][0]["hooks"].append({"type": "command", "command": "also theirs"})
    machine.settings.write_text(json.dumps({**settings, "model": "haiku"}))
    machine.install(server_url, token)
    assert all(len(hooks) == 1 for hooks in ours(machine).values())
    uninstall(machine)
    left = json.loads(machine.settings.read_text())
    assert left["model"] == "haiku" and "continuum" not in json.dumps(left)
    assert [group["hooks"][0]["command"] for group in left["hooks"]["SessionEnd"]] == [
        "also theirs",
        "theirs",
    ]


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        (b"\xef\xbb\xbf" + json.dumps(FOREIGN).encode(), FOREIGN),
        (b"", {}),
        (b" \n", {}),
        (b"\xef\xbb\xbf", {}),
        (b"{}", {}),
        (b'{"hooks":null,"model":"opus"}', {"model": "opus"}),
        (json.dumps(FOREIGN, indent=2).replace("\n", "\r\n").encode(), FOREIGN),
        (None, {}),
    ],
)
def test_hk_05_bom_empty_missing_and_null_are_all_fine(
    machine: Machine, server_url: str, token: str, before: bytes | None, kept: dict[str, Any]
) -> None:
    if before is None:
        machine.settings.parent.rmdir()
    else:
        machine.settings.write_bytes(before)
    assert machine.install(server_url, token).code == 0
    written = machine.settings.read_bytes()
    assert not written.startswith(b"\xef\xbb\xbf") and written.endswith(
        b"}\r\n" if b"\r" in (before or b"") else b"}\n"
    )
    found = without_ours(machine)
    assert {key: found[key] for key in kept if key != "hooks"} == {
        key: value for key, value in kept.items() if key != "hooks"
    }
    uninstall(machine)
    assert machine.settings.exists() == (before is not None)
    assert before is None or machine.settings.read_bytes() == before


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ('{\n  // mine\n  "model": "opus"\n}', "has comments"),
        ('{"model": /* mine */ "opus"}', "has comments"),
        ('{"model": "opus",}', "not valid JSON"),
        ('{"model": "op', "not valid JSON"),
        ("[]", "does not hold a JSON object"),
        ('"x"', "does not hold a JSON object"),
        ('{"hooks": []}', "not a JSON object"),
        ('{"hooks": {"SessionEnd": {}}}', "is not a list"),
    ],
)
def test_settings_it_cannot_keep_are_refused_with_what_to_do_and_nothing_changes(
    machine: Machine, server_url: str, token: str, given: str, word: str
) -> None:
    machine.settings.write_text(given)
    ran = machine.install(server_url, token)
    assert ran.code == 1 and word in ran.err and "Nothing was changed" in ran.err
    assert '"UserPromptSubmit": [{' in ran.err
    assert machine.settings.read_text() == given
    assert not machine.own.exists()
    assert [each.name for each in machine.settings.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("where", ["settings.json", "elsewhere"])
def test_a_linked_settings_file_stays_a_link_and_keeps_its_mode(
    machine: Machine, server_url: str, token: str, where: str, tmp_path: Path
) -> None:
    real = tmp_path / f"dot-{where}"
    real.write_text("{}")
    real.chmod(0o640)
    machine.settings.symlink_to(real)
    assert machine.install(server_url, token).code == 0
    assert machine.settings.is_symlink() and "continuum" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_another_folder_for_settings_is_heeded(machine: Machine, server_url: str, token: str) -> None:
    other = machine.home / "claude config"
    machine.env["CLAUDE_CONFIG_DIR"] = str(other)
    assert machine.install(server_url, token).code == 0
    assert "continuum" in (other / "settings.json").read_text() and not machine.settings.exists()
    assert uninstall(machine).code == 0 and not (other / "settings.json").exists()


def test_hooks_of_earlier_systems_are_replaced(machine: Machine, server_url: str, token: str) -> None:
    old = machine.settings.parent / "hooks" / "continuum_context_inject.py"
    old.parent.mkdir()
    old.write_text("print()")
    entry = {"type": "command", "command": f'python3 "{old}"'}
    machine.settings.write_text(
        json.dumps({"hooks": {"UserPromptSubmit": [{"matcher": "*", "hooks": [entry]}]}})
    )
    machine.install(server_url, token)
    assert not old.exists() and ".py" not in machine.settings.read_text()
    assert all(len(hooks) == 1 for hooks in ours(machine).values())


def test_without_a_token_it_says_where_to_get_one(machine: Machine, server_url: str) -> None:
    ran = machine.install(server_url)
    assert ran.code == 1 and "No token" in ran.err and f"{server_url}/" in ran.err
    assert not machine.own.exists() and not machine.settings.exists()


def test_a_token_that_is_no_good_is_told_apart(machine: Machine, server_url: str, alice: User) -> None:
    assert "does not know this token" in machine.install(server_url, "ctm_wrong").err
    writer = issue_token(alice, name="w", permissions=(Permission.WRITE,))
    assert "may not read" in machine.install(server_url, writer).err
    assert not machine.own.exists() and not machine.settings.exists()


def test_on_the_servers_own_machine_the_local_token_serves(
    machine: Machine, server_url: str, token: str
) -> None:
    machine.own.mkdir()
    (machine.own / "token").write_text(f"{token}\n")
    assert machine.install(server_url).code == 0
    assert machine.install(server_url).code == 0
    assert (machine.own / "hook-token").read_text() == f"{token}\n"
    uninstall(machine)
    assert [each.name for each in machine.own.iterdir()] == ["token"]


def test_a_server_that_is_not_there_changes_nothing(machine: Machine) -> None:
    ran = machine.install(nobody(), "ctm_x")
    assert ran.code == 1 and "could not be installed" in ran.err
    assert not machine.own.exists() and not machine.settings.exists()


def test_uninstalling_removes_exactly_what_is_ours(machine: Machine, server_url: str, token: str) -> None:
    machine.install(server_url, token)
    kept = ("workspace-map.json", "hook-disabled", "hooks/theirs.js", "secret-key")
    for name in kept:
        (machine.own / name).write_text("{}")
    assert uninstall(machine).code == 0
    left = [str(path.relative_to(machine.own)) for path in machine.own.rglob("*") if path.is_file()]
    assert sorted(left) == sorted(kept)
    assert not machine.settings.exists()


def test_uninstalling_from_settings_with_comments_touches_nothing(
    machine: Machine, server_url: str, token: str
) -> None:
    machine.install(server_url, token)
    commented = f"// mine\n{machine.settings.read_text()}"
    machine.settings.write_text(commented)
    ran = uninstall(machine)
    assert ran.code == 1 and "has comments" in ran.err
    assert machine.settings.read_text() == commented and (machine.own / "hooks" / INJECT).exists()


# --- Paths, and node itself ---------------------------------------------------------------------------------
