"""What recall answers: memories with receipts that say why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.models import Memory, RecallTier, Revision, Scope
from memories.text.rules import rule_sentences


@dataclass(frozen=True, slots=True)
class Receipt:
    """Why a hit is where it is: its score (for ordering only, no probability), its place in each channel that
    found it, the cosine and the word rank, the passage that matched, the reasons in words, and what the
    reranker said of it, where one reads the first hits."""

    score: float
    ranks: Mapping[str, int]
    similarity: float | None
    word_rank: float
    passage: str
    section: str
    reasons: Sequence[str]
    reranked: float | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory as a reader sees it: one live revision of it, with where it stands. `may_conflict_with` names
    memories that say something else of the same. What it links to, and what links to it, is told of one that
    is read by itself.
    """

    memory_id: UUID
    revision_id: UUID
    workspace: str
    name: str
    description: str
    kind: str
    tags: Sequence[str]
    scope: str
    task_id: str | None
    recall: str
    sensitivity: str
    status: str
    version: int
    content: str
    value: Any
    trust: str
    source: str
    source_date: datetime | None
    confidence: float | None
    basis: str
    user_confirmed: bool
    client: str
    agent: str
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None
    expires_at: datetime | None
    check_by: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    receipt: Receipt | None = None
    may_conflict_with: Sequence[str] = ()
    links: Sequence[str] = ()
    broken_links: Sequence[str] = ()
    backlinks: Sequence[str] = ()

    @property
    def rule_sentences(self) -> list[str]:
        """Sentences that read like standing rules, unless it is always recalled. Read anew each time."""
        return [] if self.recall == RecallTier.ALWAYS else rule_sentences(self.content)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a named memory was lost (`stage`, "found" where it was not), in a sentence; its place among all
    that was found, from 1, and its cosine, where it has them.
    """

    name: str
    stage: str
    reason: str
    place: int | None = None
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """One page of an answer.

    `mode` is hybrid, words-only or list; `mode_reason` says why meaning, or the reranker, was no part of it;
    `candidates` counts what was ranked; `still_indexing` how many passages of these workspaces can be
    found by words only so far.
    """

    memories: Sequence[Remembered]
    mode: str
    mode_reason: str = ""
    candidates: int = 0
    still_indexing: int = 0
    next_cursor: str | None = None
    explanation: Explanation | None = None


# Where each field stands, as SQL finds it in a memory joined with a revision and as Python does in
# their objects.
_PLACES = {
    "memory_id": "memory.id",
    "revision_id": "revision.id",
    "name": "memory.name",
    "description": "revision.description",
    "kind": "memory.kind",
    "tags": "memory.tags",
    "scope": "memory.scope",
    "recall": "memory.recall_tier",
    "sensitivity": "memory.sensitivity",
    "status": "revision.status",
    "version": "memory.version",
    "content": "revision.content",
    "value": "revision.value",
    "trust": "revision.trust",
    "source": "revision.source",
    "source_date": "revision.source_date",
    "confidence": "revision.confidence",
    "basis": "revision.basis",
    "user_confirmed": "revision.user_confirmed",
    "client": "revision.client",
    "agent": "revision.agent",
    "created_at": "memory.created_at",
    "updated_at": "revision.created_at",
    "archived_at": "memory.archived_at",
    "expires_at": "memory.expires_at",
    "check_by": "memory.check_by",
    "valid_from": "revision.valid_from",
    "valid_until": "revision.valid_until",
}
# What a statement selects for `remembered_row`, by the names that expects, from rows that hold a whole memory
# and a whole revision.
_SELECTED = {**_PLACES, "scope_key": "memory.scope_key", "workspace_id": "memory.workspace_id"}
COLUMNS = {name: "({}).{}".format(*place.split(".")) for name, place in _SELECTED.items()}


def remembered(memory: Memory, revision: Revision, *, workspace: str) -> Remembered:
    rows = {"memory": memory, "revision": revision}
    found = {name: getattr(rows[row], field) for name, (row, field) in _PARTED.items()}
    return Remembered(**found, task_id=_task(memory.scope, memory.scope_key), workspace=workspace)


_PARTED = {name: place.split(".") for name, place in _PLACES.items()}


def remembered_row(row: Mapping[str, Any], *, workspace: str, receipt: Receipt) -> Remembered:
    """From the columns of COLUMNS as the database driver reads them (JSON as text), and may_conflict_with."""
    found = {name: row[name] for name in _PLACES}
    found["value"] = None if row["value"] is None else json.loads(row["value"])
    task_id = _task(row["scope"], row["scope_key"])
    against = tuple(row["may_conflict_with"])
    return Remembered(
        **found, task_id=task_id, workspace=workspace, receipt=receipt, may_conflict_with=against
    )


def _task(scope: str, scope_key: str) -> str | None:
    return scope_key if scope == Scope.TASK else None
