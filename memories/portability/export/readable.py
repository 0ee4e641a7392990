"""Memories as a person or another program reads them: what holds now, in Markdown or JSON."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Memory, Revision, Status
from memories.portability.appearing import appearing, private_file
from memories.portability.backup.writing import one_moment
from memories.portability.export.file_names import FileNames
from memories.portability.progress import Pace, Telling
from memories.portability.version import application_version

JSON_FORMAT = "continuum-export"
ROWS_AT_ONCE = 50


class Kind(StrEnum):
    MARKDOWN = "markdown"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Exported:
    path: Path
    bytes: int
    memories: int


def export_readable(
    actor: Actor,
    *,
    to: Path,
    kind: str = Kind.MARKDOWN,
    workspace: str | None = None,
    private: bool = False,
    progress: Telling | None = None,
) -> Exported:
    """The texts in force that the actor may see: a zip of Markdown files, a folder for each workspace, or one
    JSON file. Archived ones, proposals and history stay behind: a package takes those.

    Raises Forbidden, NotFound, StorageProblem.
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    names = [workspace] if workspace else sorted(actor.workspaces)
    with access.acting(actor), one_moment():
        rows = _rows(
            actor,
            {name: access.workspace_id(actor, name, Permission.READ) for name in names},
            private=private,
        )
        pace = Pace(progress, "export", 0)
        with appearing(to) as draft:
            os.close(private_file(draft))
            count = _WRITERS[Kind(kind)](draft, _stepping(rows, pace))
        pace.finish()
    return Exported(to, to.stat().st_size, count)


Said = tuple[str, Memory, Revision]


def _rows(actor: Actor, places: Mapping[str, Any], *, private: bool) -> Iterator[Said]:
    for name, where in places.items():
        seen = access.memories(actor, [where], every_task=True).present()
        seen = seen if private else seen.exclude(sensitivity="private")
        said = Revision.objects.filter(workspace_id=where, status=Status.ACTIVE, memory__in=seen)
        for row in said.select_related("memory").order_by("memory__name", "pk").iterator(ROWS_AT_ONCE):
            yield name, row.memory, row


def _stepping(rows: Iterator[Said], pace: Pace) -> Iterator[Said]:
    for row in rows:
        pace.step()
        yield row


def fields_of(workspace: str, memory: Memory, said: Revision) -> dict[str, Any]:
    """What a reader is told of a memory beside its text; what is empty is left out."""
    told: dict[str, Any] = {
        "name": memory.name,
        "workspace": workspace,
        "description": said.description,
        "kind": memory.kind,
        "tags": memory.tags,
        "scope": memory.scope,
        "scope_of": memory.scope_key,
        "recall": memory.recall_tier,
        "sensitivity": memory.sensitivity,
        "version": memory.version,
        "trust": said.trust,
        "source": said.source,
        "source_date": said.source_date,
        "confidence": said.confidence,
        "basis": said.basis,
        "agent": said.agent,
        "created": memory.created_at,
        "modified": memory.updated_at,
        "expires": memory.expires_at,
        "check_by": memory.check_by,
        "valid_from": said.valid_from,
        "valid_until": said.valid_until,
    }
    return {name: value for name, value in told.items() if value not in (None, "", [])}


def _markdown(draft: Path, rows: Iterator[Said]) -> int:
    names, count = FileNames(), 0
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for workspace, memory, said in rows:
            folder = names.of(workspace, within="")
            archive.writestr(
                f"{folder}/{names.of(memory.name, within=folder)}.md", page_of(workspace, memory, said)
            )
            count += 1
    return count


def page_of(workspace: str, memory: Memory, said: Revision) -> str:
    """Front matter whose values are JSON, which every reader of YAML reads, and the text."""
    fields = fields_of(workspace, memory, said)
    front = "".join(
        f"{name}: {json.dumps(value, ensure_ascii=False, default=_plain)}\n" for name, value in fields.items()
    )
    return f"---\n{front}---\n\n{said.content}\n"


def _json(draft: Path, rows: Iterator[Said]) -> int:
    count = 0
    with draft.open("w", encoding="utf-8") as file:
        head = {"format": JSON_FORMAT, "application": application_version(), "exported_at": timezone.now()}
        file.write(json.dumps(head, default=_plain)[:-1] + ', "memories": [')
        for workspace, memory, said in rows:
            told = {**fields_of(workspace, memory, said), "content": said.content}
            told |= {"value": said.value} if said.value is not None else {}
            file.write(f"{',' if count else ''}\n{json.dumps(told, ensure_ascii=False, default=_plain)}")
            count += 1
        file.write("\n]}\n")
    return count


_WRITERS: dict[Kind, Callable[[Path, Iterator[Said]], int]] = {Kind.MARKDOWN: _markdown, Kind.JSON: _json}


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
