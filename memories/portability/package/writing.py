"""Writing a package: each memory as it is now, and beside it every version and event that led there."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol
from uuid import UUID

from django.db import connection
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Event, Memory, Revision, Status
from memories.portability.appearing import appearing, private_file
from memories.portability.backup.writing import one_moment
from memories.portability.package.manifest import EVENTS, MANIFEST, MEMORIES, Inside, Manifest
from memories.portability.progress import Pace, Telling
from memories.portability.version import application_version
from memories.portability.whose import people_by_number

MEMORIES_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Packed:
    """A package that is complete: where, and what is in it."""

    path: Path
    bytes: int
    manifest: Manifest


def export_package(
    actor: Actor,
    *,
    to: Path,
    workspace: str | None = None,
    private: bool = True,
    progress: Telling | None = None,
) -> Packed:
    """Write the memories that the actor may see, of one workspace or of all: into a zip where the name ends
    in .zip, else into a folder. It appears when it is complete, or not at all.

    Private memories go along where the actor may read them and `private` is not switched off; what is in
    quarantine never does. Raises Forbidden, NotFound, StorageProblem.
    """
    actor.require(Permission.READ)
    names = [workspace] if workspace else sorted(actor.workspaces)
    places = {name: access.workspace_id(actor, name, Permission.READ) for name in names}
    with access.acting(actor), one_moment(), _target(to) as target:
        ids = {name: _ids(actor, where, private=private) for name, where in places.items()}
        pace = Pace(progress, "export", 2 * sum(map(len, ids.values())))
        memories = target.put(MEMORIES, _memories(ids, pace))
        events = target.put(EVENTS, _events(ids, pace))
        counts = {"memories": memories.lines, "events": events.lines, "workspaces": len(ids)}
        manifest = Manifest(
            created_at=timezone.now(),
            application=application_version(),
            person=_name_of(actor),
            counts=counts,
            files={MEMORIES: memories, EVENTS: events},
        )
        target.put_text(MANIFEST, manifest.as_text())
        pace.finish()
    return Packed(to, _size(to), manifest)


def _name_of(actor: Actor) -> str:
    known = people_by_number([actor.user_id]).get(actor.user_id)
    return known[0] if known else ""


def _ids(actor: Actor, workspace: UUID, *, private: bool) -> list[UUID]:
    seen = access.memories(actor, [workspace], every_task=True)
    seen = seen if private else seen.exclude(sensitivity="private")
    return list(seen.order_by("pk").values_list("pk", flat=True))


# --- Lines --------------------------------------------------------------------------------------------------


def _memories(ids: dict[str, list[UUID]], pace: Pace) -> Iterator[str]:
    for name, some in _lots(ids):
        rows = _as_json(Memory, "id", some, order="id")
        said = Revision.objects.filter(memory_id__in=some, status=Status.ACTIVE)
        contents = dict(said.values_list("memory_id", "content"))
        for memory_id, line in zip(some, rows, strict=True):
            content = contents.get(memory_id)
            yield f'{{"workspace":{_text(name)},"content":{_text(content)},"memory":{line}}}'
            pace.step()


def _events(ids: dict[str, list[UUID]], pace: Pace) -> Iterator[str]:
    """By memory, in the order of memories.jsonl: its versions as they were written, then what happened."""
    for name, some in _lots(ids):
        for memory_id in some:
            about = f'"workspace":{_text(name)},"memory_id":"{memory_id}"'
            for line in _as_json(Revision, "memory_id", [memory_id], order="created_at, id"):
                yield f'{{{about},"type":"revision","revision":{line}}}'
            for line in _as_json(Event, "memory_id", [memory_id], order="sequence"):
                yield f'{{{about},"type":"event","event":{line}}}'
            pace.step()


def _lots(ids: dict[str, list[UUID]]) -> Iterator[tuple[str, Sequence[UUID]]]:
    for name, every in ids.items():
        for start in range(0, len(every), MEMORIES_AT_ONCE):
            yield name, every[start : start + MEMORIES_AT_ONCE]


def _as_json(model: type[Any], column: str, ids: Sequence[UUID], *, order: str) -> list[str]:
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT to_json(r)::text FROM {table} r WHERE r.{column} = ANY(%s) ORDER BY {order}",  # noqa: S608
            [list(ids)],
        )
        return [row[0] for row in cursor.fetchall()]


def _text(value: str | None) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- Files --------------------------------------------------------------------------------------------------


class _Target(Protocol):
    def put(self, name: str, lines: Iterable[str]) -> Inside: ...

    def put_text(self, name: str, text: str) -> None: ...


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, name: str, lines: Iterable[str]) -> Inside:
        with (self._path / name).open("wb") as file:
            return _written(file, lines)

    def put_text(self, name: str, text: str) -> None:
        (self._path / name).write_text(text, encoding="utf-8")


class _Archive:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def put(self, name: str, lines: Iterable[str]) -> Inside:
        with self._archive.open(name, "w", force_zip64=True) as file:
            return _written(file, lines)

    def put_text(self, name: str, text: str) -> None:
        self._archive.writestr(name, text)


def _written(file: IO[bytes], lines: Iterable[str]) -> Inside:
    digest, size, count = hashlib.sha256(), 0, 0
    for line in lines:
        raw = f"{line}\n".encode()
        digest.update(raw)
        file.write(raw)
        size, count = size + len(raw), count + 1
    return Inside(digest.hexdigest(), size, count)


@contextmanager
def _target(path: Path) -> Iterator[_Target]:
    with appearing(path) as draft:
        if path.suffix == ".zip":
            with (
                os.fdopen(private_file(draft), "wb") as raw,
                zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive,
            ):
                yield _Archive(archive)
        else:
            draft.mkdir(mode=0o700)
            yield _Folder(draft)


def _size(path: Path) -> int:
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.iterdir())
