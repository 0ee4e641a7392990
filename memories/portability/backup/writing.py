"""Writing a backup: one compressed file of lines, whose last line says that it is whole.

{"format": "continuum-backup", ...}       the heading
{"section": "memory", "columns": [...]}   then its rows, one object a line
...
{"end": true, "rows": {...}, "sha256": "..."}   over every byte of the lines before
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Membership, Workspace
from memories.portability.appearing import appearing, private_file
from memories.portability.backup.again import known_erasures
from memories.portability.backup.heading import Heading, Person
from memories.portability.backup.rows import count_of, rows_of
from memories.portability.backup.sections import ERASURE, SECTIONS
from memories.portability.limits import COMPRESSION
from memories.portability.progress import Pace, Telling
from memories.portability.version import application_version
from memories.portability.whose import Vault, entering, people_by_number, vault_of


@dataclass(frozen=True, slots=True)
class Written:
    """A backup that is complete: where, how long, what it holds and the checksum of its lines."""

    path: Path
    bytes: int
    heading: Heading
    rows: Mapping[str, int]
    sha256: str


def back_up(actor: Actor, *, to: Path, vectors: bool = True, progress: Telling | None = None) -> Written:
    """Write the actor's whole vault as it is at one moment; the operator's is the whole installation. The
    file appears under its name when it is complete, or not at all.

    Raises Forbidden, StorageProblem (no room, no permission).
    """
    vault = vault_of(actor)
    with access.acting(entering(actor, vault.workspaces)), one_moment():
        return write(vault, to=to, vectors=vectors, progress=progress)


def write(vault: Vault, *, to: Path, vectors: bool, progress: Telling | None = None) -> Written:
    """Within a transaction, while acting in the vault's workspaces."""
    heading = heading_of(vault, vectors=vectors)
    with _packed(to) as file:
        lines = _Lines(file)
        pace = Pace(progress, "backup", heading.total)
        lines.put(heading.as_json())
        for line in body(vault, heading):
            lines.put_line(line)
            pace.step()
        sha256 = lines.sha256  # as its end tells it, and as whoever checks it does
        lines.put({"end": True, "rows": dict(heading.rows), "sha256": sha256})
        pace.finish()
    return Written(to, to.stat().st_size, heading, heading.rows, sha256)


def body(vault: Vault, heading: Heading) -> Iterator[str]:
    """Everything between the heading and the end, in canonical order."""
    where = list(vault.workspaces)
    for section in SECTIONS:
        yield _compact({"section": section.name, "columns": list(section.fields)})
        yield from rows_of(section, where, vectors=heading.vectors)
    yield _compact({"section": ERASURE, "columns": []})
    for erasure in known_erasures(set(where)):
        yield erasure.as_line()


def heading_of(vault: Vault, *, vectors: bool) -> Heading:
    where = list(vault.workspaces)
    rows = {section.name: count_of(section, where, vectors=vectors) for section in SECTIONS}
    rows[ERASURE] = sum(1 for _ in known_erasures(set(where)))
    applied = MigrationRecorder.Migration.objects.filter(app="memories").order_by("name")
    return Heading(
        created_at=timezone.now(),
        application=application_version(),
        schema=str(applied.values_list("name", flat=True).last() or ""),
        owner=vault.owner,
        people=tuple(_people(where)),
        workspaces=vault.workspaces,
        rows=rows,
        vectors=vectors,
    )


def _people(where: list[Any]) -> Iterator[Person]:
    """Everybody who may enter one of the workspaces; those who left are numbers only."""
    numbers = set(Membership.objects.filter(workspace_id__in=where).values_list("user_id", flat=True))
    numbers |= set(Workspace.objects.filter(pk__in=where).values_list("owner_id", flat=True))
    for number, (username, email, zone) in people_by_number(numbers).items():
        yield Person(number, username, email, zone)


@contextmanager
def one_moment() -> Iterator[None]:
    """Whatever is written meanwhile is not in it, nor half in it."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _packed(path: Path) -> Iterator[IO[bytes]]:
    """A compressed file that is on the disk when it appears."""
    with appearing(path) as draft, os.fdopen(private_file(draft), "wb") as raw:
        with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=COMPRESSION, mtime=0, filename="") as file:
            yield cast(IO[bytes], file)
        raw.flush()
        os.fsync(raw.fileno())


class _Lines:
    """Lines that are counted into a checksum as they are written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash = file, hashlib.sha256()

    def put(self, told: Mapping[str, Any]) -> None:
        self.put_line(_compact(told))

    def put_line(self, line: str) -> None:
        raw = f"{line}\n".encode()
        self._hash.update(raw)
        self._file.write(raw)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


def _compact(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
