"""Which state a memory goes back to when some of what happened to it is taken back. Pure: rows in, a plan
out.

What happened lies on a stack. From the top, everything that is to be undone comes off, until there is
something that is not: somebody changed the memory since, and that stays. What an earlier undo took back
counts as never having happened, and so does that undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memories.models import Event, FieldChange, Memory, Revision, Status
from memories.models.events import HIDING, SHOWING
from memories.services import events

WRITING = frozenset({events.REMEMBERED, events.FILED, events.PROPOSED, events.REVERTED})
ACTIVATING = frozenset({events.REMEMBERED, events.REVERTED, events.APPROVED, events.UNDONE})
UNDOABLE = WRITING | {events.CHANGED, events.ARCHIVED, events.RESTORED, events.ERASURE_PROPOSED}
CHANGING = UNDOABLE - {events.PROPOSED, events.FILED} | {
    events.APPROVED,
    events.SUPERSEDED,
    events.UNDONE,
    events.REDACTED,
}

CHANGED_SINCE = "It was changed since."
NOT_KEPT = "What it replaced is no longer kept."
UNTOLD = "What it was before was not written down."


@dataclass(frozen=True, slots=True)
class Past:
    """A memory with everything that is known of it, events in their order; `changed` tells by an event's
    number which fields it changed.
    """

    memory: Memory
    events: Sequence[Event]
    revisions: Sequence[Revision]
    changed: Mapping[int, FieldChange] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """What to do to one memory: `undone` are the events that are taken back, by number; `kept` says why
    others are not.

    `retire` goes out of force and `restore` comes back as a new revision; `withdraw` are proposals that go
    and `repropose` those they had amended; `unfile` is history that is none; `fields` are set; `hidden` is
    whether it is to be archived, None: as it is.
    """

    memory: Memory
    undone: list[int] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    retire: Revision | None = None
    restore: Revision | None = None
    withdraw: list[Revision] = field(default_factory=list)
    repropose: list[Revision] = field(default_factory=list)
    unfile: list[Revision] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)
    hidden: bool | None = None

    @property
    def texts(self) -> list[Revision]:
        """The revisions whose text is to enter again."""
        return [*([self.restore] if self.restore else []), *self.repropose]


def plan(past: Past, *, wanted: frozenset[int], replacing: frozenset[UUID]) -> Plan:
    """How to take back the `wanted` events of a memory; `replacing` are all revisions that the undo takes
    back, of other memories too: what they superseded comes back with them.
    """
    story = _Story(past, wanted, replacing)
    made = Plan(past.memory)
    _withdraw(made, story)
    _unfile(made, story)
    taken = story.taken(made.kept)
    if taken:
        _go_back(made, story, taken)
    left = story.blocked(taken)
    made.kept += [CHANGED_SINCE] if left and not made.kept else []
    return made


class _Story:
    """A memory's events without those that an undo took back already, and whose they are."""

    def __init__(self, past: Past, wanted: frozenset[int], replacing: frozenset[UUID]) -> None:
        self.past, self.wanted, self.replacing = past, wanted, replacing
        self.cancelled = cancelled(past.events)
        self.live = [event for event in past.events if event.sequence not in self.cancelled]
        self.approved = {event.revision_id for event in self.live if event.action == events.APPROVED}
        self.filed = {event.revision_id for event in past.events if _files(event)}
        self.by_id = {revision.pk: revision for revision in past.revisions}

    def is_ours(self, event: Event) -> bool:
        if event.action == events.SUPERSEDED:
            return event.details.get("by_revision") in {str(revision) for revision in self.replacing}
        if event.action == events.APPROVED:
            return event.revision_id in self.replacing
        return event.sequence in self.wanted

    def taken(self, kept: list[str]) -> list[Event]:
        """What comes off the stack, the last thing first."""
        found: list[Event] = []
        for event in reversed(self.live):
            if event.action not in CHANGING or _files(event):
                continue
            if not self.is_ours(event):
                break
            if event.action == events.CHANGED and not self.told_before(event):
                kept.append(UNTOLD)
                break
            found.append(event)
        return found

    def told_before(self, event: Event) -> dict[str, Any]:
        """The fields that the event changed, as they were before; empty where nobody wrote that down."""
        change = self.past.changed.get(event.sequence)
        if change is not None:
            return dict(change.before)
        return {"recall_tier": event.details["before"]} if "before" in event.details else {}

    def blocked(self, taken: Iterable[Event]) -> list[Event]:
        """What was to be taken back and lies deeper."""
        off = {event.sequence for event in taken}
        changing = (event for event in self.live if event.action in CHANGING and not _files(event))
        deeper = (event for event in changing if event.sequence not in off)
        found = [event for event in deeper if self.is_ours(event)]
        return found + [event for event in self.live if self.is_edited(event)]

    def is_edited(self, event: Event) -> bool:
        """Whether it proposed, for us, what a person then approved in other words."""
        in_other_words = {e.details.get("edited") for e in self.live if e.action == events.APPROVED}
        ours = event.action == events.PROPOSED and self.is_ours(event)
        return ours and str(event.revision_id) in in_other_words

    def pending(self) -> list[tuple[Event, Revision]]:
        """Proposals that are to be taken back and were not decided yet."""
        proposed = (event for event in self.live if event.action == events.PROPOSED and self.is_ours(event))
        rows = ((event, self.by_id.get(event.revision_id)) for event in proposed if event.revision_id)
        return [(event, row) for event, row in rows if row is not None and row.status == Status.PROPOSED]

    def no_way_back(self, taken: Iterable[Event]) -> set[UUID]:
        """The revisions that this undo or an earlier one takes back, and the copies that stand for them."""
        off = {event.sequence for event in taken} | self.cancelled
        writing = (
            e for e in self.past.events if e.sequence in off and e.action in ACTIVATING - {events.UNDONE}
        )
        gone = {event.revision_id for event in writing if event.revision_id}
        for event in self.past.events:  # a copy comes after what it is a copy of
            if event.revision_id and event.details.get("restored") in {str(revision) for revision in gone}:
                gone.add(event.revision_id)
        return gone


def cancelled(story: Iterable[Event]) -> set[int]:
    """The numbers of events that were undone, and of the undoing. What a person restored since is back."""
    found: set[int] = set()
    hidden: set[int] = set()
    for event in story:
        undone = set(event.details.get("undone", ()))
        if undone:
            found |= undone | {event.sequence}
            hidden = undone | {event.sequence} if event.action == events.ARCHIVED else set()
        elif event.action == events.RESTORED:
            found -= hidden
    return found


def _withdraw(made: Plan, story: _Story) -> None:
    for event, proposal in story.pending():
        made.undone.append(event.sequence)
        made.withdraw.append(proposal)
        made.repropose += _amended(story, proposal)


def _files(event: Event) -> bool:
    """Whether it added to the history only, so that nothing lies above or below it."""
    return event.action == events.FILED or "filed" in event.details


def _unfile(made: Plan, story: _Story) -> None:
    for event in story.live:
        if event.revision_id and event.revision_id in story.filed and story.is_ours(event):
            made.undone.append(event.sequence)
            revision = story.by_id.get(event.revision_id) if _files(event) else None
            made.unfile += [revision] if revision is not None else []


def _amended(story: _Story, proposal: Revision) -> list[Revision]:
    """The proposal that this one took the place of, unless it is taken back as well."""
    return [
        other
        for other in story.past.revisions
        if (other.number, other.status) == (None, Status.SUPERSEDED)
        and (other.client, other.agent) == (proposal.client, proposal.agent)
        and other.retired_at == proposal.created_at
        and other.pk not in story.replacing
    ]


def _go_back(made: Plan, story: _Story, taken: Sequence[Event]) -> None:
    """To how it was just before the deepest of the events that come off."""
    first = taken[-1]
    ignored = story.no_way_back(taken)
    numbered = [r for r in story.past.revisions if r.number is not None]
    gone = [r for r in numbered if r.pk in ignored and r.pk not in story.filed]
    others = [r for r in numbered if r not in gone]
    held = [r for r in others if r.pk not in story.filed]
    before = max(
        (r for r in held if r.retired_at is None or r.retired_at >= first.at), key=_number, default=None
    )
    active = next((r for r in story.past.revisions if r.status == Status.ACTIVE), None)
    created = any(revision.number == 1 for revision in gone)
    if before is None and gone and not created and not _follows_on(others, gone):
        made.kept.append(NOT_KEPT)
        return
    made.undone += [event.sequence for event in taken] + _proposals_behind(story, taken)
    if before is None and created:
        made.hidden = True
        return
    made.retire = active if active is not None and active != before else None
    made.restore = before if before != active else None
    made.fields = _fields_before(story, taken, [r for r in held if before and _number(r) <= _number(before)])
    made.hidden = _was_hidden(story, first)


def _number(revision: Revision) -> int:
    return revision.number or 0


def _follows_on(held: Sequence[Revision], gone: Sequence[Revision]) -> bool:
    """Whether the version before those that go is still there: then nothing was in force between the two."""
    return max(map(_number, held), default=0) == min(map(_number, gone), default=0) - 1


def _proposals_behind(story: _Story, taken: Iterable[Event]) -> list[int]:
    """The proposing of what comes off by its approval."""
    approved = {event.revision_id for event in taken if event.action == events.APPROVED}
    proposed = (event for event in story.live if event.action == events.PROPOSED)
    return [event.sequence for event in proposed if event.revision_id in approved]


def _was_hidden(story: _Story, first: Event) -> bool:
    moves = [e.action for e in story.live if e.sequence < first.sequence and e.action in HIDING + SHOWING]
    return bool(moves) and moves[-1] in HIDING


def _fields_before(story: _Story, taken: Sequence[Event], held: Sequence[Revision]) -> dict[str, Any]:
    """What the fields that come off with these events were: as the earlier revisions left them, or as the
    event itself tells.
    """
    found: dict[str, Any] = {}
    for event in taken:  # the last thing first, so that the first one's word counts
        revision = story.by_id.get(event.revision_id) if event.revision_id else None
        if event.action == events.CHANGED:
            found.update(story.told_before(event))
        elif event.action in ACTIVATING and revision is not None:
            found.update({name: _left_by(story, held, name, event) for name in revision.changes})
    return found


def _left_by(story: _Story, held: Sequence[Revision], name: str, until: Event) -> Any:
    """The value of a field before an event, by whoever set it last."""
    set_by: list[tuple[Any, Any]] = [
        (revision.decided_at, revision.changes[name]) for revision in held if name in revision.changes
    ]
    moved = [e for e in story.live if e.action == events.CHANGED and e.sequence < until.sequence]
    told = [(e.at, change.after) for e in moved if (change := story.past.changed.get(e.sequence))]
    set_by += [(at, after[name]) for at, after in told if name in after]
    if name == "recall_tier":
        set_by += [(event.at, event.details["recall"]) for event in moved if "recall" in event.details]
    if set_by:
        return max(set_by, key=lambda each: each[0])[1]
    return getattr(Memory(), name)
