"""Events of a backup, link by link: their hashes are made again where the numbers of people changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.models import ChainHead, Event
from memories.portability.backup.people import People
from memories.services.events import link_hash


class Relinking:
    """The chains of several workspaces, in the order in which their events come.

    A link that did not hold before keeps its hash, so that what was tampered with still shows.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        self._ends: dict[UUID, tuple[str, str]] = {}
        """The last hash of each chain: as it was there, and as it is here."""

    def line(self, told: Mapping[str, Any], line: str) -> str:
        event = _event(told)
        before = self._ends.get(event.workspace_id, (event.previous_hash, event.previous_hash))
        held = event.previous_hash == before[0] and link_hash(event) == event.hash
        was = event.hash
        if not held or (event.user_id in {None, self._number(event)} and before[0] == before[1]):
            self._ends[event.workspace_id] = (was, was)
            return line
        event.previous_hash, event.user_id = before[1], self._number(event)
        event.hash = link_hash(event)
        self._ends[event.workspace_id] = (was, event.hash)
        return json.dumps({**told, "previous_hash": event.previous_hash, "hash": event.hash})

    def _number(self, event: Event) -> int | None:
        return None if event.user_id is None else self._people[event.user_id]

    def move_heads(self) -> None:
        """Have the heads say what the last links say now."""
        for workspace, (was, now) in self._ends.items():
            if was != now:
                ChainHead.objects.filter(workspace_id=workspace, hash=was).update(hash=now)


def _event(told: Mapping[str, Any]) -> Event:
    """Raises ValueError, TypeError, KeyError."""
    return Event(
        workspace_id=UUID(told["workspace_id"]),
        sequence=told["sequence"],
        at=datetime.fromisoformat(told["at"]),
        action=told["action"],
        user_id=told["user_id"],
        client=told["client"],
        agent=told["agent"],
        memory_id=told["memory_id"],
        revision_id=told["revision_id"],
        details=told["details"],
        previous_hash=told["previous_hash"],
        hash=told["hash"],
    )
