"""What was erased, written down beside the database: an older copy of the database must not bring it back.

One line for each erasure, of ids and keyed hashes only. The file is appended to when the erasure has been
committed; what a crash kept from it is made up for from the events (portability.backup.again).
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from memories import access
from memories.models import Revision
from memories.services.exclusions import digest

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Erasure:
    """That a memory was erased, the digests of its texts under its workspace's key, and the memories under
    which the same texts stood on.
    """

    at: datetime
    workspace: UUID
    memory: UUID
    digests: tuple[str, ...] = ()
    elsewhere: tuple[UUID, ...] = ()

    def as_line(self) -> str:
        return json.dumps(asdict(self), default=str, separators=(",", ":"))


def note_erasure(at: datetime, *, workspace: UUID, memory: UUID, hashes: Sequence[str]) -> None:
    """Have it written down when the transaction has been committed."""
    wanted = [one for one in dict.fromkeys(hashes) if one]
    key = access.workspace(workspace).exclusion_key
    said = Revision.objects.filter(workspace_id=workspace, content_hash__in=wanted).exclude(memory_id=memory)
    elsewhere = said.order_by("memory_id").values_list("memory_id", flat=True).distinct()
    digests = tuple(digest(key, one) for one in wanted)
    erasure = Erasure(at, workspace, memory, digests, tuple(elsewhere))
    transaction.on_commit(partial(append, [erasure]))


def append(erasures: Sequence[Erasure]) -> None:
    """Add lines to the ledger. That this cannot be done is told in the log: what was erased is erased."""
    path: Path = settings.ERASURE_LEDGER
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as file:
            file.write("".join(f"{erasure.as_line()}\n" for erasure in erasures))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        log.error("an erasure could not be written to the ledger: %s", error.strerror)  # noqa: TRY400


def noted_erasures() -> Iterator[Erasure]:
    """What the ledger holds. A line that was torn by a crash is told in the log and passed over."""
    path: Path = settings.ERASURE_LEDGER
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            try:
                yield parse(json.loads(line))
            except (ValueError, KeyError, TypeError, RecursionError):
                log.warning("line %d of the ledger of erasures cannot be read", number)


def parse(told: dict[str, Any]) -> Erasure:
    """One line's JSON. Raises ValueError, KeyError, TypeError."""
    return Erasure(
        at=datetime.fromisoformat(told["at"]),
        workspace=UUID(told["workspace"]),
        memory=UUID(told["memory"]),
        digests=tuple(str(one) for one in told["digests"]),
        elsewhere=tuple(UUID(one) for one in told["elsewhere"]),
    )
