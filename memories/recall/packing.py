"""Filling a context with whole items under a budget of tokens. Pure.

A token is estimated as four bytes of UTF-8, rounded up over the whole text: the same for every model, and the
text that is counted is the text that is given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memories.text.characters import IGNORABLE

ESTIMATOR = "utf8_bytes_v1"
BYTES_PER_TOKEN = 4
TOKEN_BUDGET, MAX_MEMORIES = "token_budget", "max_memories"
"""Why an item that would fit in by itself is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that a context may hold. `fields` are what is written of it; `never` says why it may not be
    in at all; `counted`, whether it is one of the memories that only so many may be of.
    """

    what: str
    name: str
    workspace: str
    memory_id: UUID | None
    version: int
    fields: Mapping[str, Any]
    priority: float = 0.0
    reasons: Sequence[str] = ()
    may_conflict_with: Sequence[str] = ()
    never: str = ""
    counted: bool = True

    @property
    def line(self) -> str:
        """One line of JSON. What no person sees is written as an escape."""
        told = {name: value for name, value in self.fields.items() if value not in _EMPTY}
        line = json.dumps(told, ensure_ascii=False, default=str)
        return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], line)


_EMPTY: tuple[Any, ...] = (None, "", (), [])
_UNSEEN = re.compile(f"[{IGNORABLE}\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Item:
    """An offer that is in, and what it costs."""

    offer: Offer
    tokens: int


@dataclass(frozen=True, slots=True)
class Omitted:
    """An offer that is not in, what it would have cost, and why."""

    offer: Offer
    tokens: int
    reason: str


@dataclass(slots=True)
class Packed:
    """The text, and what became of each offer."""

    text: str = ""
    items: list[Item] = field(default_factory=list)
    omitted: list[Omitted] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        return estimated(len(self.text.encode()))


def estimated(size: int) -> int:
    """The tokens of so many bytes."""
    return -(-size // BYTES_PER_TOKEN)


def packed(offers: Sequence[Offer], *, head: str, tokens: int, memories: int) -> Packed:
    """The head and, in their order, as many of the offers as fit, each whole. One that does not fit leaves
    its room to the next. Without any item there is no text.
    """
    room = tokens * BYTES_PER_TOKEN
    lines, used, counted, made = [head], len(head.encode()), 0, Packed()
    for offer in offers:
        line = offer.line
        size = len(line.encode()) + 1  # the line break before it
        cost = estimated(size)
        reason = offer.never or _why_not(
            fits=used + size <= room, place=counted < memories or not offer.counted
        )
        if reason:
            made.omitted.append(Omitted(offer, cost, reason))
            continue
        lines.append(line)
        used, counted = used + size, counted + offer.counted
        made.items.append(Item(offer, cost))
    made.text = "\n".join(lines) if made.items else ""
    return made


def _why_not(*, fits: bool, place: bool) -> str:
    return "" if fits and place else TOKEN_BUDGET if place else MAX_MEMORIES
