"""What a package says of itself: its version, and of each file how long it is and its checksum."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from memories.portability.refusals import newer, unfit

FORMAT: Final = "continuum-memory-package"
VERSION: Final = 1
WHAT: Final = "package"
MANIFEST, MEMORIES, EVENTS = "manifest.json", "memories.jsonl", "events.jsonl"
FILES: Final = (MEMORIES, EVENTS)


@dataclass(frozen=True, slots=True)
class Inside:
    """One file of the package."""

    sha256: str
    bytes: int
    lines: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """`person` is who exported it, by name: importing makes the memories those of who imports."""

    created_at: datetime
    application: str
    person: str
    counts: Mapping[str, int]
    files: Mapping[str, Inside]

    def as_text(self) -> str:
        told = {
            "format": FORMAT,
            "version": VERSION,
            "created_at": self.created_at.isoformat(),
            "source": {"application": self.application, "person": self.person},
            "counts": dict(self.counts),
            "files": {name: asdict(inside) for name, inside in self.files.items()},
        }
        return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def read_manifest(raw: bytes) -> Manifest:
    """Raises ValidationFailed for what is none, or one of a later version."""
    told = _json(raw)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise unfit("This is no Memory Package of Continuum: its manifest does not say so.")
    version = told.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise unfit("This package does not say which version of the format it has.")
    if version > VERSION:
        raise newer(WHAT, found=version, known=VERSION)
    try:
        return _parsed(told)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise unfit("The manifest of this package cannot be understood.") from None


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise unfit("The manifest of this package is no JSON that can be read.") from None


def _parsed(told: dict[str, Any]) -> Manifest:
    files = {name: Inside(**told["files"][name]) for name in FILES}
    if set(told["files"]) != set(FILES):
        raise ValueError("other files")
    for inside in files.values():
        if not (
            isinstance(inside.sha256, str) and isinstance(inside.bytes, int) and isinstance(inside.lines, int)
        ):
            raise TypeError("a file")
    return Manifest(
        created_at=datetime.fromisoformat(told["created_at"]),
        application=str(told["source"]["application"]),
        person=str(told["source"]["person"]),
        counts={str(name): int(count) for name, count in told["counts"].items()},
        files=files,
    )
