"""Packages that were changed after they were made."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Change = Callable[[str, str], str]


@pytest.fixture
def crafted(tmp_path: Path) -> Callable[..., Path]:
    """A package with its files changed; an honest one has a manifest that fits again."""

    def craft(path: Path, change: Change, *, honest: bool = True) -> Path:
        with zipfile.ZipFile(path) as archive:
            before = {name: archive.read(name).decode() for name in archive.namelist()}
        texts = {name: change(name, text) for name, text in before.items()}
        if honest and texts["manifest.json"] == before["manifest.json"]:
            manifest = json.loads(texts["manifest.json"])
            for name in ("memories.jsonl", "events.jsonl"):
                manifest["files"][name] = measured(texts[name])
                manifest["counts"][name.partition(".")[0]] = manifest["files"][name]["lines"]
            texts["manifest.json"] = json.dumps(manifest)
        return zipped(tmp_path / "crafted.zip", texts)

    return craft


def measured(text: str) -> dict[str, Any]:
    raw = text.encode()
    return {"sha256": hashlib.sha256(raw).hexdigest(), "bytes": len(raw), "lines": len(text.splitlines())}


def zipped(path: Path, texts: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return path
