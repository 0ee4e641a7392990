"""What a caller asks to have remembered, and what intake made of it, before any row exists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memories.models import Policy, Trust
from memories.text.speakers import told_by


class WriteMode(StrEnum):
    """`replace` the text, `merge` a JSON object deeply into the stored one, or `append` text to it."""

    REPLACE = "replace"
    MERGE = "merge"
    APPEND = "append"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One request to write. None means "not given": a re-save keeps what the memory already has.

    Either `content` (Markdown) or `value` (any JSON). `clear` names optional fields to be emptied,
    `propose_only` asks for a person's decision whatever the policy says.
    """

    content: str | None = None
    value: Any = None
    name: str | None = None
    description: str | None = None
    kind: str | None = None
    tags: Sequence[str] | None = None
    scope: str | None = None
    task_id: str | None = None
    recall_tier: str | None = None
    sensitivity: str | None = None
    trust: str = Trust.AGENT
    source: str = ""
    source_date: datetime | None = None
    confidence: float | None = None
    basis: str | None = None
    user_confirmed: bool = False
    expires_at: datetime | None = None
    check_by: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    supersedes: Sequence[str] = ()
    clear: frozenset[str] = frozenset()
    workspace: str | None = None
    write_mode: WriteMode = WriteMode.REPLACE
    expected_version: int | None = None
    propose_only: bool = False
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One passage to be: its text, the headings above it, and its words as a tsvector literal (a paragraph's;
    "" for a sentence), where it stands (Passage.ordinal, Passage.sentence) and whose words it is.
    """

    text: str
    section: str
    words: str
    ordinal: int = 0
    sentence: int = 0
    speaker: str = ""

    @property
    def read(self) -> str:
        """What the embedder is to read: of a sentence, what it says without its speaker."""
        return told_by(self.text, self.speaker) if self.sentence else self.text


@dataclass(frozen=True, slots=True)
class Vectors:
    """What the embedder made of the pieces and of the whole text, and which model it was."""

    model: str
    pieces: NDArray[np.float32]
    whole: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What intake decided, and why in one sentence.

    The other texts are known by their hashes: `similar` resemble this one, `conflicts` say something else of
    the same, `said_by` say the same in other words: while one of them stands, a new memory is not made.
    """

    decision: Policy.Decision
    reason: str = ""
    similar: Sequence[str] = ()
    conflicts: Sequence[str] = ()
    said_by: Sequence[str] = ()

    @property
    def others(self) -> list[str]:
        """The hashes of every other text that it speaks of."""
        return [*self.similar, *self.conflicts]


@dataclass(frozen=True, slots=True)
class Screened:
    """A draft that has been through intake. `vectors` are there when the embedder answered in time."""

    draft: Draft
    text: str
    content_hash: str
    pieces: Sequence[Piece]
    verdict: Verdict
    vectors: Vectors | None = None
    without_vectors: str = ""


class Outcome(StrEnum):
    STORED = "stored"
    PROPOSED = "proposed"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of a write. `version` is the active revision's number, 0 while nothing is active.

    `found_by` tells by what it can be found from now on: "words", "words+meaning" or "nothing"; `repeated`
    that this is the answer of an earlier request with the same idempotency key. `similar` and `conflicts` are
    ids of memories that nearly say the same, or say something else of the same.
    """

    status: Outcome
    memory_id: str
    revision_id: str
    name: str
    workspace: str
    version: int
    found_by: str
    reason: str = ""
    similar: Sequence[str] = ()
    conflicts: Sequence[str] = ()
    repeated: bool = False
