"""A small vault, its backup, and files that were made from it by who means ill."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memories import access
from memories.portability.backup.writing import back_up
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

Lines = list[dict[str, Any]]


@pytest.fixture
def small(committed: None, alice: User, settings: Any, tmp_path: Path) -> User:
    """Alice with two memories; what is written beside the database goes to a folder of the test."""
    settings.BACKUPS, settings.ERASURE_LEDGER = tmp_path / "backups", tmp_path / "erasures.jsonl"
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office")
        remember(agent, "Tea at four.", name="tea")
    return alice


@pytest.fixture
def backup(small: User, tmp_path: Path) -> Path:
    return back_up(person_actor(small), to=tmp_path / "vault.continuum").path


@pytest.fixture
def crafted(backup: Path, tmp_path: Path) -> Callable[[Callable[[Lines], None]], Path]:
    """The backup after a change to its lines, with a checksum that fits again."""

    def craft(change: Callable[[Lines], None]) -> Path:
        lines = [json.loads(line) for line in gzip.decompress(backup.read_bytes()).splitlines()][:-1]
        change(lines)
        return put(tmp_path / "crafted.continuum", lines)

    return craft


def put(path: Path, lines: Lines) -> Path:
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
    end = {"end": True, "rows": lines[0].get("rows", {}), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    path.write_bytes(gzip.compress(f"{text}{json.dumps(end, separators=(',', ':'))}\n".encode()))
    return path
