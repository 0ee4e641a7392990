"""Small takings along, as a text: what fits an agent's answer, and what an agent sends."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Memory, Revision, Status
from memories.portability.importing import import_file
from memories.portability.report import Report

MOST_CHARACTERS = 60_000
MOST_SENT = 400_000
ROWS_AT_ONCE = 50
TOO_LONG = "At most {most:,} characters are taken in this way. A person imports files of any size."


@dataclass(frozen=True, slots=True)
class Inline:
    """A JSON list that `import_inline` takes. `after` is where to go on, None at the end; `too_long` are the
    names of memories that are longer than an answer may be.
    """

    text: str
    memories: int
    after: str | None
    too_long: tuple[str, ...]


def export_inline(actor: Actor, *, workspace: str | None = None, after: str | None = None) -> Inline:
    """The texts in force of a workspace that the actor may see, as many as an answer holds. Raises Forbidden,
    NotFound, ValidationFailed.
    """
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    seen = access.memories(actor, [where], every_task=True).present().exclude(sensitivity="private")
    said = Revision.objects.filter(workspace_id=where, status=Status.ACTIVE, memory__in=seen)
    said = said.filter(memory_id__gt=_place(after)) if after else said
    lines: list[str] = []
    length, last, too_long = 2, None, []
    for row in said.select_related("memory").order_by("memory_id").iterator(ROWS_AT_ONCE):
        line = json.dumps(_told(row.memory, row), ensure_ascii=False, default=str)
        if len(line) > MOST_CHARACTERS:
            too_long.append(row.memory.name)
        elif length + len(line) + 2 > MOST_CHARACTERS:
            return Inline(_listed(lines), len(lines), str(last), tuple(too_long))
        else:
            lines.append(line)
            length += len(line) + 2
        last = row.memory_id
    return Inline(_listed(lines), len(lines), None, tuple(too_long))


def _listed(lines: list[str]) -> str:
    return "[" + ",\n".join(lines) + "]"


def _place(after: str) -> UUID:
    try:
        return UUID(after)
    except ValueError:
        raise invalid("after", "Go on with what the last answer gave, as it is.") from None


def _told(memory: Memory, said: Revision) -> dict[str, object]:
    """The fields that a list of memories is imported by (importers.texts)."""
    told = {
        "content": said.content,
        "name": memory.name,
        "description": said.description,
        "kind": memory.kind,
        "tags": memory.tags,
        "source": said.source,
        "source_date": (said.source_date or said.created_at).isoformat(),
    }
    return {name: value for name, value in told.items() if value not in ("", [])}


def import_inline(actor: Actor, *, text: str, workspace: str | None = None, dry_run: bool = False) -> Report:
    """Take in an export of a known format that came as a text. An agent's waits as one batch of proposals.
    Raises what `import_file` raises, and ValidationFailed for a longer text.
    """
    actor.require(Permission.WRITE)
    if len(text) > MOST_SENT:
        raise invalid("text", TOO_LONG.format(most=MOST_SENT))
    with tempfile.TemporaryDirectory(prefix="continuum-import-") as folder:
        path = Path(folder) / "sent"
        path.write_text(text, encoding="utf-8", errors="replace")
        name = "sent.json" if text.lstrip()[:1] in {"[", "{"} else "sent.md"
        return import_file(actor, path=path, filename=name, workspace=workspace, dry_run=dry_run)
