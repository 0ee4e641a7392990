"""Packages that are broken, or meant to break something: refused with their own reason, nothing is made."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.models import Memory
from memories.portability.limits import MIB
from memories.portability.package.importing import import_package
from memories.portability.package.manifest import VERSION
from memories.portability.package.writing import export_package
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember
from tests.vaults import state

Change = Callable[[str, str], str]


@pytest.fixture
def package(committed: None, alice: User, tmp_path: Path) -> Path:
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office")
        remember(agent, "The office is in Bruges.", name="office")
        remember(agent, "Tea at four.", name="tea")
    return export_package(person_actor(alice), to=tmp_path / "vault.zip").path


def refused(path: Path, because: str) -> None:
    bob = person_actor(User.objects.create_user("bob", password=None))
    before = state()
    with access.acting(bob), pytest.raises(ValidationFailed, match=because):
        import_package(bob, path=path)
    assert state() == before


def in_json(name: str, change: Callable[[dict[str, Any]], Any], line: int = 0) -> Change:
    """A change to one line of one file."""

    def changed(each: str, text: str) -> str:
        if each != name:
            return text
        lines = text.splitlines() if name != "manifest.json" else [text]
        told = json.loads(lines[line])
        change(told)
        lines[line] = json.dumps(told)
        return "\n".join(lines) + "\n"

    return changed


def without_line(text: str, number: int) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[:number] + lines[number + 1 :])


MANIFEST, MEMORIES, EVENTS = "manifest.json", "memories.jsonl", "events.jsonl"


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (in_json(MANIFEST, lambda told: told.update(version=VERSION + 1)), f"version {VERSION + 1}; this"),
        (in_json(MANIFEST, lambda told: told.update(format="other")), "no Memory Package"),
        (in_json(MANIFEST, lambda told: told.pop("files")), "cannot be understood"),
        (lambda name, text: "{" if name == MANIFEST else text, "no JSON"),
        (lambda name, text: "[" * 900_000 if name == MANIFEST else text, "no JSON that can be read"),
        (lambda name, text: "[" * 1_000_000 + "\n" if name == EVENTS else text, "nested too deep"),
        (lambda name, text: "7\n" if name == EVENTS else text, "no object"),
        (lambda name, text: "{]\n" if name == EVENTS else text, "no JSON"),
        (in_json(MANIFEST, lambda told: told["counts"].update(memories=7)), "as many lines as its manifest"),
        (lambda name, text: without_line(text, 1) if name == EVENTS else text, "replays to"),
        (lambda name, text: "" if name == MEMORIES else text, "tells of a memory"),
        (in_json(MEMORIES, lambda told: told.update(content="The office is in Rome.")), "replays to"),
        (in_json(MEMORIES, lambda told: told["memory"].update(version=9)), "replays to"),
        (in_json(MEMORIES, lambda told: told["memory"].update(recall_tier="loud")), "holds what it cannot"),
        (in_json(MEMORIES, lambda told: told["memory"].update(name="x" * 300)), "holds what it cannot"),
        (in_json(MEMORIES, lambda told: told["memory"].update(created_at="soon")), "holds what it cannot"),
        (in_json(MEMORIES, lambda told: told["memory"].update(colour="red")), "'colour' is not known"),
        (in_json(MEMORIES, lambda told: told.pop("memory")), "is no memory"),
        (in_json(EVENTS, lambda told: told["revision"].update(content="a\x00b")), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].update(memory_id=[7])), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].update(id=7.5)), "holds what it cannot"),
        (
            in_json(EVENTS, lambda told: told["revision"].update(value={"a": ["\x00"]})),
            "holds what it cannot",
        ),
        (in_json(EVENTS, lambda told: told["revision"].update(value={"\ud800": 1})), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].update(value=[float("nan")])), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].update(similar={"a": 1})), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].pop("created_at")), "created_at is missing"),
        (in_json(MEMORIES, lambda told: told["memory"].update(tags={"a": 1})), "holds what it cannot"),
        (in_json(EVENTS, lambda told: told["revision"].update(number=2)), "replays to"),
        (in_json(EVENTS, lambda told: told["revision"].update(status="active")), "replays to"),
        (in_json(EVENTS, lambda told: told.update(type="dream")), "replays to"),
    ],
)
def test_a_package_that_is_not_as_the_format_says(
    package: Path, crafted: Any, change: Change, because: str
) -> None:
    refused(crafted(package, change), because)


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (
            lambda name, text: text.replace("Ghent", "Rome!") if name == EVENTS else text,
            "checksum does not fit",
        ),
        (lambda name, text: text[:-20] if name == EVENTS else text, "no JSON|not complete"),
        (lambda name, text: text + text if name == MEMORIES else text, "longer than its manifest says"),
    ],
)
def test_a_package_that_was_edited(package: Path, crafted: Any, change: Change, because: str) -> None:
    refused(crafted(package, change, honest=False), because)


@pytest.mark.parametrize(
    ("name", "mode", "because"),
    [
        ("../../evil.jsonl", 0, "leads out"),
        ("/etc/passwd", 0, "leads out"),
        ("C:\\evil.jsonl", 0, "leads out"),
        ("other.txt", 0, "do not belong"),
        ("deep/manifest.json", 0, "twice"),
        ("link", stat.S_IFLNK | 0o777, "link to another file"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_something_else_in_it(package: Path, name: str, mode: int, because: str) -> None:
    with zipfile.ZipFile(package, "a") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = mode << 16
        archive.writestr(entry, "/etc/passwd")
    refused(package, because)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice(package: Path) -> None:
    with zipfile.ZipFile(package, "a") as archive:
        archive.writestr(EVENTS, "")
    refused(package, "twice")


def test_a_bomb_is_not_unpacked(package: Path, tmp_path: Path) -> None:
    """IE-20: what it says of itself is enough to refuse it."""
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, source.read(MANIFEST))
        archive.writestr(MEMORIES, source.read(MEMORIES))
        with archive.open(EVENTS, "w") as file:
            for _ in range(80):
                file.write(bytes(MIB))
    refused(bomb, "expands to more than")


@pytest.mark.parametrize(
    ("spoil", "because"),
    [
        (lambda raw: raw[: len(raw) // 2], "no zip archive"),
        (lambda raw: b"", "no zip archive"),
        (lambda raw: b"not a zip", "no zip archive"),
        (lambda raw: raw.replace(raw[40:60], bytes(20), 1), "damaged|no JSON|checksum|no zip|twice|belong"),
    ],
)
def test_what_is_no_archive(package: Path, spoil: Callable[[bytes], bytes], because: str) -> None:
    package.write_bytes(spoil(package.read_bytes()))
    refused(package, because)


def test_links_in_a_folder_are_not_followed(package: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    (folder / EVENTS).unlink()
    (folder / EVENTS).symlink_to("/etc/passwd")
    refused(folder, "link to another file")


def test_a_folder_on_the_way_and_what_a_mac_adds_do_no_harm(
    package: Path, tmp_path: Path, alice: User
) -> None:
    again = tmp_path / "again.zip"
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(again, "w") as archive:
        for name in source.namelist():
            archive.writestr(f"vault/{name}", source.read(name))
        archive.writestr("vault/.DS_Store", "x")
        archive.writestr("__MACOSX/vault/._manifest.json", "x")
    with access.acting(person_actor(alice)) as person:
        assert import_package(person, path=again).counts == {"duplicate": 2} and Memory.objects.count() == 2
