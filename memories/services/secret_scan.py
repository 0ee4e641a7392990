"""Looking through all that is stored with today's rules, and putting what holds a secret into quarantine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access, outbox
from memories.models import Fingerprint, Memory, Workspace
from memories.secrets.version import rules_version
from memories.services import events
from memories.services.holding import erase_facts_of
from memories.services.holdings import Held, held_beside, held_in_memory, memory_ids
from memories.services.sieve import Sieve
from memories.services.sight import take_out_of_sight
from memories.services.turns import Turn, turn

MEMORIES_AT_ONCE = 50


@dataclass(slots=True)
class Scanned:
    """What a scan found: `held` by memories, `beside` by everything else. `quarantined` counts the memories
    that this scan put away; a dry run puts none away.
    """

    workspace: str
    memories: int = 0
    quarantined: int = 0
    held: list[Held] = field(default_factory=list)
    beside: list[Held] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not self.held and not self.beside


def scan_secrets(actor: Actor, *, workspace: str | None = None, dry_run: bool = False) -> Scanned:
    """Look through everything in a workspace by its own policies and put the memories that hold a secret into
    quarantine: out of every read path, until a person decides (services.quarantine).

    Some memories at a time, each lot a turn of its own: what was done stays done, and a scan that was broken
    off is simply begun again. Raises Forbidden, NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    row = access.workspace(where)
    sieve = Sieve(row)
    scanned = Scanned(access.workspace_name(actor, where))
    for some in _in_lots(memory_ids(where)):
        _scan_some(actor, sieve, where, some, scanned, dry_run=dry_run)
    scanned.beside += held_beside(sieve, row)
    if not dry_run:
        Workspace.objects.filter(pk=where).update(secrets_scanned_with=rules_version())
    return scanned


def _in_lots(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    left = iter(ids)
    while some := list(islice(left, MEMORIES_AT_ONCE)):
        yield some


def _scan_some(
    actor: Actor, sieve: Sieve, where: UUID, some: list[UUID], scanned: Scanned, *, dry_run: bool
) -> None:
    suspects = []
    for memory in Memory.objects.filter(workspace_id=where, pk__in=some):
        scanned.memories += 1
        held = held_in_memory(sieve, memory)
        scanned.held += sorted(held)
        if held and memory.quarantined_at is None:
            suspects.append(memory.pk)
    if suspects and not dry_run:
        with turn(actor, where, Permission.ADMIN) as writing:
            scanned.quarantined += sum(_put_away(writing, sieve, suspect) for suspect in suspects)
            outbox.enqueue(workspace=where, step=outbox.COUNT_WORDS)


def _put_away(writing: Turn, sieve: Sieve, memory_id: UUID) -> bool:
    """Quarantine the memory, if it still holds a secret now that nobody else writes."""
    memory = Memory.objects.filter(workspace_id=writing.workspace, pk=memory_id, quarantined_at=None).first()
    held = held_in_memory(sieve, memory) if memory else set()
    if memory is None or not held:
        return False
    memory.quarantined_at = writing.now
    memory.save(update_fields=["quarantined_at"])
    erase_facts_of(writing, memory)
    within = {"workspace_id": writing.workspace}
    take_out_of_sight(writing.workspace, memory_id=memory.pk)
    Fingerprint.objects.filter(revision__memory_id=memory.pk, **within).delete()
    details = {
        "kinds": sorted({each.kind for each in held}),
        "places": sorted({each.place for each in held}),
    }
    writing.record(events.QUARANTINED, memory_id=memory.pk, details=details)
    return True
