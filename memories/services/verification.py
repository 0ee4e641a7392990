"""Walking a workspace's chain of events from its beginning to its head, whatever its length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet, Subquery

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import ChainHead, Event
from memories.services.events import CLEANED_UP, link_hash

EVENTS_AT_ONCE = 1_000  # how many the walk holds in memory
NO_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where the chain does not hold. `reason` is one of the sentences below."""

    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What a walk found: how many events stand from `first` to `last`, and where it breaks, if it does."""

    workspace: str
    events: int = 0
    first: int = 0
    last: int = 0
    broken: BrokenLink | None = None

    @property
    def holds(self) -> bool:
        return self.broken is None


CHANGED = "The event is not what was written: its hash does not fit."
RELINKED = "It does not continue the event before it."
MISSING = "Events are missing before it."
UNANCHORED = "The beginning of the chain is gone, and no clean-up says where it ended."
CUT_OFF = "Events are missing at the end, or the end was replaced: the chain's head says otherwise."


def verify_events(actor: Actor, *, workspace: str | None = None) -> Verified:
    """Check every link of a workspace's chain, its head, and the anchor that clean-ups left.

    One statement sees the whole chain as of one moment, and no more than EVENTS_AT_ONCE events are held at a
    time. Raises Forbidden, NotFound.
    """
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace)
    name = access.workspace_name(actor, where)
    walk = _walked(name, _chain(where).iterator(chunk_size=EVENTS_AT_ONCE))
    head = ChainHead.objects.get(workspace_id=where)
    if walk.holds and not walk.events and head.sequence:
        return replace(walk, broken=BrokenLink(head.sequence, CUT_OFF))
    return walk


def _chain(where: UUID) -> QuerySet[Event]:
    """The events in order, each beside the head as it was in the same moment."""
    head = ChainHead.objects.filter(workspace_id=where)
    return (
        Event.objects.filter(workspace_id=where)
        .annotate(head_sequence=Subquery(head.values("sequence")), head_hash=Subquery(head.values("hash")))
        .order_by("sequence")
    )


class _Walk:
    """Where a walk along a chain stands: the link before, and the beginning that still wants its anchor."""

    def __init__(self) -> None:
        self.events = self.first = 0
        self.before = (0, NO_HASH)
        self.missing: tuple[int, str] | None = None

    def take(self, event: Event) -> str:
        """Go one link on; says what is wrong with it, if anything is."""
        if not self.events and event.sequence > 1:
            self.before = self.missing = (event.sequence - 1, event.previous_hash)
        sequence, previous = self.before
        if event.sequence != sequence + 1:
            return MISSING
        if event.previous_hash != previous:
            return RELINKED
        if link_hash(event) != event.hash:
            return CHANGED
        if self.missing is not None and _checkpoint(event) == self.missing:
            self.missing = None
        self.events, self.first = self.events + 1, self.first or event.sequence
        self.before = event.sequence, event.hash
        return ""

    def told(self, workspace: str, broken: BrokenLink | None = None) -> Verified:
        return Verified(workspace, self.events, self.first, self.before[0] if self.events else 0, broken)


def _walked(workspace: str, chain: Iterable[Event]) -> Verified:
    walk, head = _Walk(), (0, NO_HASH)
    for event in chain:
        if reason := walk.take(event):
            return walk.told(workspace, BrokenLink(event.sequence, reason))
        head = (event.head_sequence, event.head_hash)  # type: ignore[attr-defined]
    if walk.missing is not None:
        return walk.told(workspace, BrokenLink(walk.first, UNANCHORED))
    if walk.before != head:
        return walk.told(workspace, BrokenLink(walk.before[0], CUT_OFF))
    return walk.told(workspace)


def _checkpoint(event: Event) -> tuple[int, str] | None:
    """The last event that a clean-up removed, by its number and hash."""
    told = event.details.get("checkpoint") if event.action == CLEANED_UP else None
    return (told["sequence"], told["hash"]) if told else None
