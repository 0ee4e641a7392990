"""What was forgotten after a backup was made is forgotten again when that backup comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Event, Exclusion, Memory, Revision, Workspace
from memories.services.erasure_ledger import Erasure, append, noted_erasures
from memories.services.events import FORGOTTEN as FORGOTTEN_EVENT
from memories.services.exclusions import FORGOTTEN, digest
from memories.services.removal import erase
from memories.services.turns import turn


def known_erasures(workspaces: Collection[UUID]) -> Iterator[Erasure]:
    """What was erased in these workspaces, as the ledger has it, and what the events tell besides."""
    noted = {each.memory: each for each in noted_erasures() if each.workspace in workspaces}
    told = Event.objects.filter(workspace_id__in=list(workspaces), action=FORGOTTEN_EVENT)
    for at, workspace, memory in told.order_by("at", "pk").values_list("at", "workspace_id", "memory_id"):
        if memory is not None and memory not in noted:
            noted[memory] = Erasure(at, workspace, memory)
    yield from sorted(noted.values(), key=lambda each: (each.at, each.memory))


@dataclass
class Again:
    """Which memories of a backup are to be erased again, found while its rows go by."""

    keys: Mapping[UUID, bytes]
    erasures: list[Erasure]
    doomed: dict[UUID, UUID] = field(default_factory=dict)
    """The memories, and where they are."""

    @classmethod
    def since(cls, made: datetime, erasures: Iterable[Erasure], keys: Mapping[UUID, bytes]) -> Again:
        return cls(keys, [each for each in erasures if each.at > made and each.workspace in keys])

    def __post_init__(self) -> None:
        self._ids = {each.memory for each in self.erasures}
        self._digests: dict[tuple[UUID, str], set[UUID]] = {}
        for each in self.erasures:
            for one in each.digests:
                self._digests.setdefault((each.workspace, one), set()).update(each.elsewhere)

    def look_at(self, workspace: UUID, memory: UUID, content_hash: str) -> None:
        """One revision: is its memory, or its very text, among what was erased?"""
        spared = self._digests.get((workspace, digest(self.keys[workspace], content_hash)))
        if memory in self._ids or (spared is not None and memory not in spared):
            self.doomed[memory] = workspace

    def carry_out(self, actor: Actor) -> int:
        """Within the restoring transaction. Says how many memories went again."""
        for workspace in sorted(set(self.doomed.values())):
            with turn(actor, workspace, Permission.ADMIN) as writing:
                wanted = [memory for memory, where in self.doomed.items() if where == workspace]
                for memory in Memory.objects.filter(workspace_id=workspace, pk__in=wanted).order_by("pk"):
                    erase(writing, memory)
        self._exclude()
        return len(self.doomed)

    def _exclude(self) -> None:
        rows = [
            Exclusion(workspace_id=each.workspace, digest=one, reason=FORGOTTEN)
            for each in self.erasures
            for one in each.digests
        ]
        Exclusion.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1_000)


def keep_in_ledger(erasures: Iterable[Erasure]) -> None:
    """Those of a backup that the ledger of this installation does not have."""
    noted = {each.memory for each in noted_erasures()}
    append([each for each in erasures if each.memory not in noted])


def forget_again(actor: Actor) -> int:
    """Erase what the ledger says was erased and this database does not know of: it is an older copy.

    Says how many memories went. Within `actor`'s workspaces, each in a turn of its own.
    """
    where = list(actor.workspaces.values())
    with access.acting(actor):
        told = set(
            Event.objects.filter(workspace_id__in=where, action=FORGOTTEN_EVENT).values_list("memory_id")
        )
        keys = dict(Workspace.objects.filter(pk__in=where).values_list("pk", "exclusion_key"))
        unknown = [each for each in noted_erasures() if each.workspace in keys and (each.memory,) not in told]
        again = Again({each: bytes(key) for each, key in keys.items()}, unknown)
        rows = Revision.objects.filter(workspace_id__in={each.workspace for each in unknown})
        for row in rows.values_list("workspace_id", "memory_id", "content_hash").iterator():
            again.look_at(*row)
        return again.carry_out(actor)
