"""A chain of events, whosever it is: what a link's hash is made of, and walking along it to its head."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

EVENTS_AT_ONCE = 1_000  # how many a walk holds in memory
NO_HASH = "0" * 64

CHANGED = "The event is not what was written: its hash does not fit."
RELINKED = "It does not continue the event before it."
MISSING = "Events are missing before it."
UNANCHORED = "The beginning of the chain is gone, and no clean-up says where it ended."
CUT_OFF = "Events are missing at the end, or the end was replaced: the chain's head says otherwise."

Head = tuple[int, str]


class Link(Protocol):
    """An event of a chain."""

    sequence: int
    action: str
    details: Mapping[str, Any]
    previous_hash: str
    hash: str


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where the chain does not hold. `reason` is one of the sentences above."""

    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk found: how many events stand from `first` to `last`, and where it breaks, if it does."""

    events: int = 0
    first: int = 0
    last: int = 0
    broken: BrokenLink | None = None


def hash_of(body: Sequence[Any]) -> str:
    """SHA-256 over the canonical JSON of what an event says, the hash before it included."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def walk_along(
    chain: Iterable[tuple[Link, Head]], *, link_hash: Callable[[Any], str], cleaned_up: str
) -> Walked:
    """Check every link and, at the end, the head: each event comes beside the head as it was in the same
    moment. `cleaned_up` is the action whose events keep where a removed beginning ended.
    """
    walk, head = _Walk(link_hash, cleaned_up), (0, NO_HASH)
    for event, head in chain:  # noqa: B007 - the last one is looked at afterwards
        if reason := walk.take(event):
            return walk.told(BrokenLink(event.sequence, reason))
    if walk.missing is not None:
        return walk.told(BrokenLink(walk.first, UNANCHORED))
    if walk.before != head:
        return walk.told(BrokenLink(walk.before[0], CUT_OFF))
    return walk.told()


def checkpoint_of(event: Link, *, cleaned_up: str) -> Head | None:
    """The last event that a clean-up removed, by its number and hash."""
    told = event.details.get("checkpoint") if event.action == cleaned_up else None
    return (told["sequence"], told["hash"]) if told else None


class _Walk:
    """Where a walk along a chain stands: the link before, and the beginning that still wants its anchor."""

    def __init__(self, link_hash: Callable[[Any], str], cleaned_up: str) -> None:
        self._hash, self._cleaned_up = link_hash, cleaned_up
        self.events = self.first = 0
        self.before: Head = (0, NO_HASH)
        self.missing: Head | None = None

    def take(self, event: Link) -> str:
        """Go one link on; says what is wrong with it, if anything is."""
        if not self.events and event.sequence > 1:
            self.before = self.missing = (event.sequence - 1, event.previous_hash)
        sequence, previous = self.before
        if event.sequence != sequence + 1:
            return MISSING
        if event.previous_hash != previous:
            return RELINKED
        if self._hash(event) != event.hash:
            return CHANGED
        if self.missing is not None and checkpoint_of(event, cleaned_up=self._cleaned_up) == self.missing:
            self.missing = None
        self.events, self.first = self.events + 1, self.first or event.sequence
        self.before = event.sequence, event.hash
        return ""

    def told(self, broken: BrokenLink | None = None) -> Walked:
        return Walked(self.events, self.first, self.before[0] if self.events else 0, broken)
