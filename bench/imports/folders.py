"""Exports of several files in an archive, and text, as large as wanted."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from bench.imports.words import Words, until


def opencontinuity(path: Path, megabytes: float) -> Path:
    words = Words()
    events = list(until(path, megabytes, lambda n: _event(words, n)))
    rows = [
        {k: e[k] for k in ("key", "value", "kind", "scope", "userConfirmed")}
        | {"id": e["memoryId"], "version": 1}
        for e in events
    ]
    files = {"events.jsonl": _lines(events), "memories.jsonl": _lines(rows)}
    sums = {f"{name[:-6]}Sha256": hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    manifest = {
        "format": "open-continuity-memory-package",
        "version": "1.0",
        "counts": {"memories": len(rows), "events": len(events)},
        "checksums": sums,
    }
    return _zipped(path / "package.zip", {**files, "manifest.json": json.dumps(manifest)})


def _event(words: Words, number: int) -> dict[str, Any]:
    return {
        "id": f"e{number}",
        "userId": "u",
        "agentId": "a",
        "type": "memory_remembered",
        "memoryId": f"m{number}",
        "key": f"k-{number}",
        "value": words.text(),
        "kind": "user_fact",
        "scope": "user",
        "sensitivity": "public",
        "userConfirmed": False,
        "createdAt": "2026-02-01T08:00:00.000Z",
        "metadata": {},
        "memoryVersion": 1,
    }


def _lines(rows: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return path


def basic_memory(path: Path, megabytes: float) -> Path:
    words = Words()
    notes = {f"n/{n}.md": text for n, text in enumerate(until(path, megabytes, lambda n: _note(words, n)))}
    return _zipped(path / "notes.zip", notes)


def _note(words: Words, number: int) -> str:
    title = words.text((2, 4))[:-1]
    observed = "\n".join(f"- [fact] {words.text()} #tag" for _ in range(3))
    front = f"---\ntitle: {title} {number}\npermalink: n/{number}\ntype: note\ncreated: 2026-01-05\n---\n"
    return f"{front}\n{observed}\n- knows [[Note {number - 1}]]\n"


def claude_code(path: Path, megabytes: float) -> Path:
    words = Words()

    def topic(number: int) -> str:
        front = f"---\nname: topic-{number}\ndescription: {words.text((3, 8))}\ntype: project\n---\n"
        return f"{front}\n{words.text()}\n"

    files = {f"memory/t{n}.md": text for n, text in enumerate(until(path, megabytes, topic))}
    return _zipped(path / "memory.zip", {"memory/MEMORY.md": "# Memory\n", **files})


def text(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "pasted.md"
    parts = io.StringIO()
    for item in until(out, megabytes, lambda n: words.text()):
        parts.write(f"{item}\n\n")
    out.write_text(parts.getvalue())
    return out
