"""Which of several claims about one thing is held: the one that is true last, told last, and nothing that it
contradicts or repeats. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from memories.models import Fact

NEAR = timedelta(days=1)  # of two dates that are nearer, what was told later is the news (see old_news)
LATELY = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Loser:
    """A fact that is held no longer: why, by which other, and until when it was true."""

    fact: Fact
    retired_for: str
    by: UUID
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Settled:
    """`held` is what stays or comes back, `losers` what goes."""

    held: Sequence[Fact]
    losers: Sequence[Loser]


def settled(facts: Sequence[Fact], *, now: datetime) -> Settled:
    """Settle the standing facts of one subject and slot.

    What is over by its own words, and what has not begun, is held beside the others: it contradicts nothing
    that is so now. Of the rest the last one counts, from when on it has been so without a break.
    """
    beside = [fact for fact in facts if not _goes_on(fact, now)]
    going_on = sorted((fact for fact in facts if _goes_on(fact, now)), key=_place)
    if not going_on:
        return Settled(beside, ())
    since = len(going_on) - 1
    while since and going_on[since - 1].object_key == going_on[-1].object_key:
        since -= 1
    winner = going_on[since]
    losers = [_contradicted(going_on, place, winner) for place in range(since)]
    losers += [
        Loser(fact, Fact.Retired.REPEATED, winner.pk, fact.said_until) for fact in going_on[since + 1 :]
    ]
    return Settled([*beside, winner], losers)


def _goes_on(fact: Fact, now: datetime) -> bool:
    over = fact.said_until is not None and fact.said_until <= now
    return not over and fact.valid_from <= now + NEAR


def _place(fact: Fact) -> tuple[object, ...]:
    """By the day on which it began, for dates are often given as days; then by when, and where, it was
    told. News of what began lately counts from the day it was told: whoever said otherwise in between had not
    heard it.
    """
    began, told = fact.valid_from.date(), fact.told_at.date()
    lately = timedelta(0) <= told - began <= LATELY
    return told if lately else began, fact.told_at, fact.revision_id, fact.ordinal


def _contradicted(facts: Sequence[Fact], place: int, winner: Fact) -> Loser:
    """It was true until the next one that says otherwise."""
    fact = facts[place]
    other = next(each for each in facts[place + 1 :] if each.object_key != fact.object_key)
    ends = max(other.valid_from, fact.valid_from)
    until = min(filter(None, (ends, fact.said_until)))
    return Loser(fact, Fact.Retired.CONTRADICTED, winner.pk, until)
