"""What the house rules read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.house.source import Source, list_files, read_text


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("memories/models/__init__.py", "memories.models"),
        ("memories/outbox.py", "memories.outbox"),
        ("manage.py", "manage"),
    ],
)
def test_a_path_gives_its_module(path: str, module: str) -> None:
    assert Source.parse(path, "").module == module


def test_a_module_is_not_within_one_whose_name_it_begins_with() -> None:
    assert not Source.parse("memories/modelsmith.py", "").is_within(("memories.models",))
    assert Source.parse("memories/models/memory.py", "").is_within(("memories.models",))


def test_new_files_are_listed_and_ignored_ones_are_not(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("hidden.py\n")
    (tmp_path / "hidden.py").touch()
    (tmp_path / "new name.py").touch()
    assert list_files(tmp_path) == [".gitignore", "new name.py"]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"GIF89a\x00"])
def test_binary_files_are_not_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "picture").write_bytes(content)
    assert read_text(tmp_path / "picture") is None
