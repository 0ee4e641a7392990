"""`manage.py connect`, on real files."""

from __future__ import annotations

import json
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from continuum.embedded.paths import Home
from mcp_gateway.connecting import writing
from mcp_gateway.connecting.places import CLIENTS
from mcp_gateway.connecting.writing import NotConnected, backups_of, carry_out, planned
from mcp_gateway.management.commands import connect

URL = "https://memory.example.com/mcp"


@pytest.fixture(autouse=True)
def _lasting(monkeypatch, settings) -> None:
    """Tests live in a temporary place; installations do not."""
    monkeypatch.setattr(connect.sys, "executable", "/srv/continuum/bin/python")
    settings.CONTINUUM_HOME = Home(Path("/srv/continuum-home"))


def run(*arguments: object) -> str:
    out = StringIO()
    call_command("connect", *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mcp.json"


def written(path: Path) -> dict:
    return json.loads(path.read_text())


@pytest.mark.parametrize("client", sorted(set(CLIENTS) - {"codex"}))
def test_a_new_file_holds_how_the_bridge_is_started(client: str, path: Path) -> None:
    told = run(client, "--file", path)
    entry = written(path)[CLIENTS[client].servers]["continuum"]
    assert entry["command"] == "/srv/continuum/bin/python" and entry["args"][-3:-1] == ["mcp", "--agent"]
    assert entry["args"][-1] == CLIENTS[client].agent and entry["env"] == {
        "CONTINUUM_HOME": "/srv/continuum-home"
    }
    assert str(path) in told and "restart it" in told and path.stat().st_mode & 0o777 == 0o600


def test_toml_keeps_its_comments_and_other_servers(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nmodel = "x"  # good\n\n[mcp_servers.other]\ncommand = "o"\n')
    run("codex", "--file", path)
    found = tomllib.loads(path.read_text())
    assert found["mcp_servers"]["other"] == {"command": "o"} and found["model"] == "x"
    assert found["mcp_servers"]["continuum"]["args"][-1] == "codex" and "# good" in path.read_text()
    run("codex", "--file", path, "--undo")
    assert tomllib.loads(path.read_text()) == {"model": "x", "mcp_servers": {"other": {"command": "o"}}}


def test_an_address_is_written_for_a_server_elsewhere(path: Path) -> None:
    run("gemini", "--file", path, "--url", URL)
    assert written(path) == {"mcpServers": {"continuum": {"httpUrl": URL}}}
    with pytest.raises(CommandError, match="whole address"):
        run("gemini", "--file", path, "--url", "memory.example.com")


def test_a_server_of_this_name_is_not_replaced_without_force(path: Path) -> None:
    path.write_text('{"mcpServers": {"continuum": {"command": "mine"}}}')
    with pytest.raises(CommandError, match="--force"):
        run("cursor", "--file", path)
    assert written(path)["mcpServers"]["continuum"] == {"command": "mine"} and not backups_of(path)
    run("cursor", "--file", path, "--force", "--url", URL)
    (backup,) = backups_of(path)
    assert written(path)["mcpServers"]["continuum"] == {"url": URL} and "mine" in backup.read_text()


def test_connecting_twice_changes_nothing(path: Path) -> None:
    run("cursor", "--file", path)
    before = path.read_bytes()
    told = json.loads(run("cursor", "--file", path, "--json"))
    assert (told["changed"], told["backup"], told["backups"]) == (
        False,
        None,
        [],
    ) and path.read_bytes() == before


def test_a_broken_file_is_left_as_it_is(path: Path) -> None:
    for broken in ('{"mcpServers": {', '{"mcpServers": 7}', "[]", b"\xff\xfe\x00"):
        path.write_bytes(broken if isinstance(broken, bytes) else broken.encode())
        with pytest.raises(CommandError, match="left as it"):
            run("cursor", "--file", path)
        assert path.read_bytes() == (broken if isinstance(broken, bytes) else broken.encode())
    assert not backups_of(path)


def test_show_without_writing(path: Path) -> None:
    told = run("claude", "--file", path, "--print", "--url", URL)
    assert URL in told and not path.exists()
    toml = run("codex", "--file", path, "--print", "--url", URL)
    assert "[mcp_servers.continuum]" in toml and not path.exists()


def test_a_temporary_place_is_refused(path: Path, monkeypatch) -> None:
    monkeypatch.setattr(connect.sys, "executable", "/home/ana/.npm/_npx/12/bin/python")
    with pytest.raises(CommandError, match="a temporary place"):
        run("claude", "--file", path)
    assert not path.exists()


def test_undo_takes_out_ours_alone_and_says_where_the_backup_is(path: Path) -> None:
    path.write_text('{\n  // mine\n  "mcpServers": {"other": {}}\n}\n')
    run("cursor", "--file", path)
    told = run("cursor", "--file", path, "--undo")
    assert path.read_text().startswith("{\n  // mine") and '"continuum"' not in path.read_text()
    assert "backup" in told and len(backups_of(path)) == 2
    with pytest.raises(CommandError, match="has no server"):
        run("cursor", "--file", path, "--undo")


def test_a_link_is_followed_and_the_mode_stays(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o640)
    link = tmp_path / "mcp.json"
    link.symlink_to(real)
    run("cursor", "--file", link)
    assert link.is_symlink() and "continuum" in real.read_text() and real.stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_meanwhile_is_not_written(path: Path) -> None:
    change = planned(CLIENTS["cursor"], path, "continuum", {"url": URL})
    path.write_text('{"theirs": 1}')
    with pytest.raises(NotConnected, match="changed just now"):
        carry_out(change, now=connect.datetime.now().astimezone())
    assert written(path) == {"theirs": 1}


def test_a_write_that_fails_leaves_the_old_file(path: Path, monkeypatch) -> None:
    path.write_text('{"theirs": 1}')
    real = writing._write

    def full(where: Path, text: str, mode: int) -> None:
        if where.name.startswith("."):
            raise OSError(28, "No space left on device")
        real(where, text, mode)

    monkeypatch.setattr(writing, "_write", full)
    with pytest.raises(CommandError, match="No space left"):
        run("cursor", "--file", path)
    assert written(path) == {"theirs": 1}
