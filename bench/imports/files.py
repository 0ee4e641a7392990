"""Exports as other programs write them, as large as wanted, written piece by piece. The same seed gives the
same file.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SEED = 7
SYLLABLES = [
    "ba",
    "ke",
    "lo",
    "mi",
    "nu",
    "ra",
    "se",
    "ti",
    "vo",
    "da",
    "fe",
    "gi",
    "ho",
    "ju",
    "ka",
    "le",
    "mo",
    "ni",
    "pu",
    "ro",
    "sa",
    "te",
    "vi",
    "wa",
    "ze",
]
WORDS_OF_A_MEMORY = (8, 40)
WORDS_OF_A_MESSAGE = (5, 160)
MESSAGES = (2, 24)
BEGAN = 1_700_000_000


class Words:
    """Made-up words, as unequal as in a language, so that texts are alike and none is another."""

    def __init__(self) -> None:
        self._random = random.Random(SEED)
        made = ["".join(self._random.choices(SYLLABLES, k=self._random.randint(1, 4))) for _ in range(8_000)]
        self._words = made
        self._weights = [1 / (rank + 3) for rank in range(len(made))]
        self._ahead: list[str] = []

    def text(self, bounds: tuple[int, int] = WORDS_OF_A_MEMORY) -> str:
        words = [self._word() for _ in range(self.number(*bounds))]
        cut = range(9, len(words), 11)
        for place in cut:
            words[place] += "."
        return f"{' '.join(words).capitalize()}."

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def _word(self) -> str:
        if not self._ahead:
            self._ahead = self._random.choices(self._words, weights=self._weights, k=20_000)
        return self._ahead.pop()


def array(path: Path, items: Iterator[Any], *, before: str = "[", after: str = "]") -> None:
    """A JSON array, item by item."""
    with path.open("w") as out:
        out.write(before)
        for number, item in enumerate(items):
            out.write(f"{',' if number else ''}{json.dumps(item)}")
        out.write(after)


# --- Conversations ------------------------------------------------------------------------------------------


def chatgpt_talk(words: Words, number: int) -> dict[str, Any]:
    """One conversation with what surrounds its words in a real export: a hidden system message, a tool and
    its output, an answer that was asked for anew.
    """
    at = BEGAN + number * 600
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent = "root"
    for turn in range(words.number(*MESSAGES)):
        role = ("user", "assistant")[turn % 2]
        for answer in range(2 if turn == 1 else 1):
            key = f"{number:08x}-{turn:04x}-4000-8000-{answer:012x}"
            nodes[key] = _node(key, parent, _message(key, role, words.text(WORDS_OF_A_MESSAGE), at + turn))
        if turn % 5 == 4:
            tool = f"{key}-tool"
            output = _message(tool, "tool", words.text((100, 600)), at + turn)
            nodes[tool] = _node(tool, key, output)
            key = tool
        parent = key
    return {
        "title": words.text((2, 6)),
        "create_time": at + 0.25,
        "update_time": at + 60.5,
        "mapping": nodes,
        "moderation_results": [],
        "current_node": parent,
        "conversation_id": f"{number:08x}-0000-4000-8000-000000000000",
        "default_model_slug": "gpt-x",
        "is_archived": number % 50 == 0,
    }


def _node(key: str, parent: str, message: dict[str, Any]) -> dict[str, Any]:
    return {"id": key, "message": message, "parent": parent, "children": []}


def _message(key: str, role: str, text: str, at: float) -> dict[str, Any]:
    return {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {
            "model_slug": "gpt-x",
            "timestamp_": "absolute",
            "message_type": "next",
            "request_id": key,
        },
        "recipient": "all",
        "channel": None,
    }


def chatgpt(path: Path, megabytes: float) -> Path:
    """conversations.json, about so large."""
    words, out = Words(), path / "conversations.json"
    array(out, _until(out, megabytes, lambda number: chatgpt_talk(words, number)))
    return out


def _until(out: Path, megabytes: float, item: Callable[[int], Any]) -> Iterator[Any]:
    written, number = 0, 0
    while written < megabytes * 1_000_000:
        made = item(number)
        written += len(json.dumps(made))
        number += 1
        yield made


def claude(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "conversations.json"

    def talk(number: int) -> dict[str, Any]:
        at = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00.000000Z"
        said = []
        for turn in range(words.number(*MESSAGES)):
            text = words.text(WORDS_OF_A_MESSAGE)
            block = {"type": "text", "text": text, "citations": [], "start_timestamp": at, "flags": None}
            sender = ("human", "assistant")[turn % 2]
            said.append(
                {
                    "uuid": f"{number}-{turn}",
                    "text": text,
                    "content": [block],
                    "sender": sender,
                    "created_at": at,
                    "updated_at": at,
                    "attachments": [],
                    "files": [],
                }
            )
        return {
            "uuid": f"{number:032x}",
            "name": words.text((2, 6)),
            "summary": "",
            "created_at": at,
            "updated_at": at,
            "account": {"uuid": "a"},
            "chat_messages": said,
        }

    array(out, _until(out, megabytes, talk))
    return out


# --- Memories -----------------------------------------------------------------------------------------------


def mem0(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "mem0.json"
    at = "2025-07-24T19:00:00-07:00"
    array(
        out,
        _until(
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
        for item in _until(
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
        _until(
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
        for item in _until(
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
        _until(
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
        _until(
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


def opencontinuity(path: Path, megabytes: float) -> Path:
    words = Words()
    events = list(_until(path, megabytes, lambda n: _event(words, n)))
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
    notes = {f"n/{n}.md": text for n, text in enumerate(_until(path, megabytes, lambda n: _note(words, n)))}
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

    files = {f"memory/t{n}.md": text for n, text in enumerate(_until(path, megabytes, topic))}
    return _zipped(path / "memory.zip", {"memory/MEMORY.md": "# Memory\n", **files})


def text(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "pasted.md"
    parts = io.StringIO()
    for item in _until(out, megabytes, lambda n: words.text()):
        parts.write(f"{item}\n\n")
    out.write_text(parts.getvalue())
    return out


MAKERS: dict[str, Callable[[Path, float], Path]] = {
    "chatgpt": chatgpt,
    "claude": claude,
    "mem0": mem0,
    "openmemory": openmemory,
    "mcp-memory-service": mcp_memory_service,
    "server-memory": server_memory,
    "continuum": continuum,
    "frank-memory": frank_memory,
    "opencontinuity-package": opencontinuity,
    "basic-memory": basic_memory,
    "claude-code": claude_code,
    "text": text,
}
