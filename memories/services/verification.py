"""Walking a workspace's chain of events from its beginning to its head, whatever its length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet, Subquery

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import no_such_workspace
from memories.models import ChainHead, Event
from memories.services import chains
from memories.services.chains import BrokenLink, Walked, walk_along
from memories.services.events import CLEANED_UP, link_hash


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


def verify_events(actor: Actor, *, workspace: str | None = None) -> Verified:
    """Check every link of a workspace's chain, its head, and the anchor that clean-ups left.

    One statement sees the whole chain as of one moment, and no more than EVENTS_AT_ONCE events are held at a
    time. Raises Forbidden, NotFound.
    """
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    walked = walk_along(_with_head(where), link_hash=link_hash, cleaned_up=CLEANED_UP)
    head = ChainHead.objects.filter(workspace_id=where).first()
    if head is None:
        raise no_such_workspace("")
    if walked.broken is None and not walked.events and head.sequence:
        walked = Walked(broken=BrokenLink(head.sequence, chains.CUT_OFF))
    name = access.workspace_name(actor, where)
    return Verified(name, walked.events, walked.first, walked.last, walked.broken)


def _with_head(where: UUID) -> Iterator[tuple[Event, chains.Head]]:
    for event in _chain(where).iterator(chunk_size=chains.EVENTS_AT_ONCE):
        yield event, (event.head_sequence, event.head_hash)  # type: ignore[attr-defined]


def _chain(where: UUID) -> QuerySet[Event]:
    """The events in order, each beside the head as it was in the same moment."""
    head = ChainHead.objects.filter(workspace_id=where)
    return (
        Event.objects.filter(workspace_id=where)
        .annotate(head_sequence=Subquery(head.values("sequence")), head_hash=Subquery(head.values("hash")))
        .order_by("sequence")
    )
