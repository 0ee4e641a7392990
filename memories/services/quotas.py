"""What a workspace may hold and take in. Looked at when a turn that added something ends: a refusal takes the
turn back whole, and what is there stays. Forgetting makes room.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F, Func, IntegerField, QuerySet, Sum
from django.utils import timezone

from continuum.kernel.errors import QuotaExceeded
from memories.models import ChainHead, Import, Memory, Revision

DAY = timedelta(days=1)
MEGABYTE = 1024 * 1024


def require_room(workspace: UUID, *, memories_added: bool = True) -> None:
    """Raises QuotaExceeded where the workspace holds more than it may. Within its turn. Where no memory was
    added their number is not looked at: one that is there can be corrected after the quota was lowered.
    """
    quotas = settings.QUOTAS
    if not (quotas.memories or quotas.text_bytes):
        return
    memories, size = _held(workspace)
    if quotas.memories and memories_added:
        _require(memories, quotas.memories, "memories")
    if quotas.text_bytes:
        _require(size / MEGABYTE, quotas.text_bytes / MEGABYTE, "megabytes of text")


def count_anew(workspace: UUID) -> None:
    """Forget what was counted, so that the next write counts every row: whatever got past the triggers
    (memories/sql/held.sql) is wrong for a day at most. Within its turn.
    """
    ChainHead.objects.filter(workspace_id=workspace).update(memories_held=None, bytes_held=None)


def require_import(workspace: UUID) -> None:
    """Raises QuotaExceeded where as many imports were begun in the last 24 hours as may be."""
    most = settings.QUOTAS.imports_a_day
    if most:
        begun = Import.objects.filter(workspace_id=workspace, created_at__gt=timezone.now() - DAY).count()
        if begun >= most:
            raise QuotaExceeded(
                f"This workspace may begin {most:,} imports in 24 hours, and it has. Try again later.",
                quota="imports",
            )


def take_place_of_import(workspace: UUID) -> None:
    """The same within the transaction that adds one: whoever adds another waits for its end, so that no two
    take the last place. The workspace's turn is not taken, since a large import may have it for minutes.
    """
    if settings.QUOTAS.imports_a_day:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"imports {workspace}"])
    require_import(workspace)


def _held(workspace: UUID) -> tuple[int, int]:
    """How many memories and how many bytes of text are there: as the database keeps it, or counted once."""
    head = ChainHead.objects.filter(workspace_id=workspace)
    memories, size = head.values_list("memories_held", "bytes_held").get()
    if memories is None or size is None:
        memories = Memory.objects.filter(workspace_id=workspace).count()
        size = _text_bytes(Revision.objects.filter(workspace_id=workspace))
        head.update(memories_held=memories, bytes_held=size)
    return memories, size


def _text_bytes(revisions: QuerySet[Revision]) -> int:
    """Bytes of all their texts, as they are before Postgres compresses them."""
    size = Func(F("content"), function="octet_length", output_field=IntegerField())
    return int(revisions.aggregate(held=Sum(size))["held"] or 0)


def _require(held: float, most: float, what: str) -> None:
    if held > most:
        raise QuotaExceeded(
            f"This workspace may hold {most:,.0f} {what}, and with this it would hold more. Nothing was "
            "written. Forget what is not needed, or ask whoever runs this installation for room.",
            quota=what,
        )
