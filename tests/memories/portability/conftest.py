"""Files to import, built by each test, and what came of importing them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Memory, Revision, Status
from memories.portability.importers.bundle import opened
from memories.portability.importers.entry import Entry, Left
from memories.portability.importers.registry import format_of
from tests.conftest import person_actor


@pytest.fixture
def owner(alice) -> Iterator[Actor]:
    """Alice herself, signed in."""
    with access.acting(person_actor(alice)) as acting:
        yield acting


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Write a file of this name: text, bytes, or anything else as JSON."""

    def write(name: str, content: Any) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., Path]:
    """Write a zip with these members."""

    def write(members: dict[str, Any], name: str = "export.zip") -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for member, content in members.items():
                packed.writestr(member, content if isinstance(content, str | bytes) else json.dumps(content))
        return path

    return write


def read(path: Path, *, named: str | None = None, zone: str = "UTC") -> tuple[str, list[Entry], list[Left]]:
    """The format that a file is taken for, its entries, and what is left out of it."""
    with opened(path) as bundle:
        bundle.zone = zone
        chosen = format_of(bundle, named=named)
        found = list(chosen.read(bundle))
    return (
        chosen.key,
        [each for each in found if isinstance(each, Entry)],
        [each for each in found if isinstance(each, Left)],
    )


def texts_of(actor: Actor, workspace: str = "default", status: str = Status.ACTIVE) -> dict[str, str]:
    """What is in a workspace and present, by name."""
    where = actor.workspaces[workspace]
    rows = Revision.objects.filter(workspace_id=where, status=status, memory__archived_at=None)
    return dict(rows.values_list("memory__name", "content"))


def memory_of(actor: Actor, name: str, workspace: str = "default") -> Memory:
    return Memory.objects.get(workspace_id=actor.workspaces[workspace], name=name)
