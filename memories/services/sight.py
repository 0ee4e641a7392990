"""Taking texts out of sight: what is derived from a live text goes with it, all of it, here."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from memories.models import Link, Passage


def take_out_of_sight(workspace: UUID, **which: Any) -> int:
    """Delete the passages and links of one `memory_id` or one `revision_id`; says how many passages."""
    rows = {"workspace_id": workspace, **which}
    Link.objects.filter(**rows).delete()
    passages, _ = Passage.objects.filter(**rows).delete()
    return passages
