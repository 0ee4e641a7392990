"""Memories as policies are asked about them: of which kind they are, and where the words come from that they
say now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.models import Memory, Revision, Status
from memories.models.revision import LIVE


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory with the trust of its active revision; of the newest proposal while nothing is active, and
    empty where it says nothing.
    """

    memory: Memory
    trust: str = ""

    @property
    def kind(self) -> str:
        return self.memory.kind


def standing_of(memory: Memory) -> Standing:
    return _standing(memory.workspace_id, [memory])[0]


def standing_by_name(workspace: UUID, names: Collection[str]) -> dict[str, list[Standing]]:
    """The memories of these names, of every scope."""
    memories = list(Memory.objects.filter(workspace_id=workspace, name__in=names)) if names else []
    found: defaultdict[str, list[Standing]] = defaultdict(list)
    for standing in _standing(workspace, memories):
        found[standing.memory.name].append(standing)
    return found


def _standing(workspace: UUID, memories: Sequence[Memory]) -> list[Standing]:
    live = Revision.objects.filter(
        workspace_id=workspace, memory_id__in=[memory.pk for memory in memories], status__in=LIVE
    )
    said = live.order_by("created_at", "pk").values_list("memory_id", "status", "trust") if memories else []
    by_age = list(said)
    trust = {memory_id: told for memory_id, status, told in by_age if status == Status.PROPOSED}
    trust |= {memory_id: told for memory_id, status, told in by_age if status == Status.ACTIVE}
    return [Standing(memory, trust.get(memory.pk, "")) for memory in memories]
