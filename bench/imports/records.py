"""Exports of memories in one file, as large as wanted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from bench.imports.words import BEGAN, Words, array, until


def mem0(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "mem0.json"
    at = "2025-07-24T19:00:00-07:00"
    array(
        out,
        until(
            out,
            megabytes,
            lambda n: {
                "id": f"{n:032x}",
                "memory": words.text(),
                "hash": f"{n:x}",
                "user_id": "u",
                "metadata": {"topic": "t"},
                "categories": ["c"],
                "created_at": at,
                "updated_at": at,
            },
        ),
        before='{"results":[',
        after="]}",
    )
    return out


def openmemory(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "memories.jsonl.gz"
    at = "2025-07-24T19:00:00+00:00"
    with gzip.open(out, "wt") as packed:
        for item in until(
            out,
            megabytes,
            lambda n: {
                "id": f"{n:x}",
                "content": words.text(),
                "metadata": {},
                "created_at": at,
                "updated_at": at,
                "state": "active",
                "app": "x",
                "categories": ["c"],
            },
        ):
            packed.write(f"{json.dumps(item)}\n")
    return out


def mcp_memory_service(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "export.json"
    array(
        out,
        until(
            out,
            megabytes,
            lambda n: {
                "content": words.text(),
                "content_hash": f"{n:x}",
                "tags": ["a", "b"],
                "created_at": BEGAN + n,
                "updated_at": BEGAN + n,
                "memory_type": "note",
                "metadata": {},
                "export_source": "h",
            },
        ),
        before='{"export_metadata":{"exporter_version":"5"},"memories":[',
        after="]}",
    )
    return out


def server_memory(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "memory.jsonl"
    with out.open("w") as file:
        for item in until(
            out,
            megabytes,
            lambda n: {
                "type": "entity",
                "name": f"{words.text((1, 3))[:-1]} {n}",
                "entityType": "thing",
                "observations": [words.text(), words.text()],
            },
        ):
            file.write(f"{json.dumps(item)}\n")
    return out


def continuum(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "export.json"
    at = "2025-07-24T19:00:00+00:00"
    array(
        out,
        until(
            out,
            megabytes,
            lambda n: {
                "name": f"m-{n}",
                "type": "reference",
                "recall": "relevance",
                "description": words.text((3, 8)),
                "content": words.text(),
                "created_at": at,
                "updated_at": at,
                "archived_at": None,
            },
        ),
        before='{"format":"continuum-memory-export","version":"1","workspace":"default","memories":[',
        after="]}",
    )
    return out


def frank_memory(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "backup.json"
    array(
        out,
        until(
            out,
            megabytes,
            lambda n: {
                "id": f"{n:x}",
                "content": words.text(),
                "type": "user",
                "status": "active",
                "source": "x",
                "created_at": BEGAN + n,
                "embedding": [0.1] * 32,
            },
        ),
        before='{"exclusions":[],"memories":[',
        after="]}",
    )
    return out
