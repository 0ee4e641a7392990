"""Copies to read."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, StorageProblem
from memories import access
from memories.portability.export.file_names import FileNames, stem
from memories.portability.export.readable import export_readable
from memories.portability.importing import import_file
from memories.services.removal import archive
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember


@pytest.fixture
def stored(person: Actor) -> Actor:
    remember(person, "# Plan\n\nShip it on *Friday*.", name="a|plan: v1?", tags=["é"], source='a "mail"')
    remember(person, value={"size": 2}, name="prefs")
    remember(person, "Only for me.", name="diary", sensitivity="private")
    remember(person, "Gone.", name="gone")
    archive(person, name="gone")
    remember(person, "In the team.", name="ours", workspace="team")
    return person


def pages(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive_:
        return {name: archive_.read(name).decode() for name in archive_.namelist()}


def test_markdown_has_a_folder_for_each_workspace_and_front_matter(stored: Actor, tmp_path: Path) -> None:
    done = export_readable(stored, to=tmp_path / "m.zip")
    found = pages(done.path)
    assert set(found) == {"default/a-plan- v1-.md", "default/prefs.md", "team/ours.md"} and done.memories == 3
    page = found["default/a-plan- v1-.md"]
    front, _, text = page.removeprefix("---\n").partition("---\n\n")
    fields = {line.partition(": ")[0]: json.loads(line.partition(": ")[2]) for line in front.splitlines()}
    assert fields["name"] == "a|plan: v1?" and fields["tags"] == ["é"] and fields["source"] == 'a "mail"'
    assert text == "# Plan\n\nShip it on *Friday*.\n"


def test_json_is_one_document(stored: Actor, tmp_path: Path) -> None:
    told = json.loads(export_readable(stored, to=tmp_path / "m.json", kind="json").path.read_text())
    assert told["format"] == "continuum-export"
    assert {each["name"]: each.get("value") for each in told["memories"]}["prefs"] == {"size": 2}


def test_private_memories_are_there_on_demand_only(stored: Actor, alice: User, tmp_path: Path) -> None:
    assert export_readable(stored, to=tmp_path / "p.json", kind="json", private=True).memories == 4
    with access.acting(agent_actor(alice)) as agent, pytest.raises(Forbidden):
        export_readable(agent, to=tmp_path / "q.json", kind="json", private=True)


def test_what_cannot_be_written_leaves_nothing(stored: Actor, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        export_readable(stored, to=tmp_path / "x.zip", workspace="nowhere")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageProblem, match="Nothing was changed"):
        export_readable(stored, to=tmp_path / "file" / "x.zip")
    assert not [path for path in tmp_path.iterdir() if path.name != "file"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("../../etc/passwd", "-..-etc-passwd"), ("CON", "CON_"), ("com1.txt", "com1.txt_"), ("...", "memory"),
        ("a\x00b", "a-b"), ("e\u0301", "é"), ("x" * 300, "x" * 120), ("é" * 100, "é" * 60), ("a. ", "a"),
    ],
)  # fmt: skip
def test_names_that_every_system_can_keep(name: str, file: str) -> None:
    assert stem(name) == file


def test_names_are_told_apart_where_capitals_are_not() -> None:
    names = FileNames()
    given = [names.of(name, within="w") for name in ("Tea", "tea", "TEA", "a/b", "a:b")]
    assert given == ["Tea", "tea 2", "TEA 3", "a-b", "a-b 2"]
    assert names.of("w1", within="") == names.of("w1", within="") == "w1"


def test_a_folder_of_pages_is_imported_again(stored: Actor, tmp_path: Path, bob: User, settings: Any) -> None:
    done = export_readable(stored, to=tmp_path / "m.zip", workspace="team")
    with access.acting(person_actor(bob)) as reader:
        assert import_file(reader, path=done.path, workspace="default", dry_run=True).read == 1
