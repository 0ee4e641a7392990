"""What the steps of a query found, put together: each memory once, however often it was found. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from memories.models import Status
from memories.recall.answers import Remembered

DAMPING = 10  # of the reciprocal ranks: the first of every step comes before the second of any
FURTHER = 0.7  # of what a first step would have counted: it rests on what that found


@dataclass(slots=True)
class Evidence:
    """A memory, the numbers of the steps that found it, and what that is worth (for the order only)."""

    memory: Remembered
    score: float = 0.0
    steps: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Collected:
    """All evidence so far."""

    found: dict[UUID, Evidence] = field(default_factory=dict)

    def take(self, step: int, hits: Sequence[Remembered], *, weight: float = 1.0) -> int:
        """Add what a step found, best first; says how much of it is new."""
        before = len(self.found)
        for place, hit in enumerate(hits, 1):
            known = self.found.setdefault(hit.revision_id, Evidence(hit))
            known.score += weight / (DAMPING + place)
            known.steps.append(step)
        return len(self.found) - before

    @property
    def ranked(self) -> list[Evidence]:
        """Best first; of equals what was found first."""
        return sorted(self.found.values(), key=lambda each: -each.score)


# --- Whether it is enough -----------------------------------------------------------------------------------

CLOSE = 0.35  # the cosine from which on a hit may answer; of MiniLM, as the floor in recall.ranking is
_NAMED = {"exact name", "exact identifier", "speaks of what you name"}

SUFFICIENT, PARTIAL, INSUFFICIENT = "sufficient", "partial", "insufficient"


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """Whether the evidence covers the question, and what it lacks."""

    status: str
    reasons: Sequence[str] = ()


def tells(hit: Remembered) -> bool:
    """Whether a hit is close enough to answer anything: held to be true, and near in meaning or called so.
    Without a comparable vector sharing words has to do.
    """
    receipt = hit.receipt
    if hit.status != Status.ACTIVE or receipt is None:
        return False
    if receipt.similarity is None:
        return receipt.word_rank > 0
    return receipt.similarity >= CLOSE or not _NAMED.isdisjoint(receipt.reasons)


def judged(
    *, evidence: int, telling: int, least: int, uncovered: int, history_missing: bool, fallback: Sequence[str]
) -> Sufficiency:
    """`telling` counts the evidence that `tells`, `uncovered` the sub-queries that found nothing; `fallback`
    says what was given up on.
    """
    lacking = {
        "no_evidence": evidence == 0,
        "weak_evidence": evidence > 0 and telling == 0,
        "below_min_evidence": 0 < evidence < least,
        "partial_query_coverage": uncovered > 0,
        "missing_history_evidence": history_missing,
    }
    reasons = [reason for reason, holds in lacking.items() if holds]
    if evidence == 0:
        return Sufficiency(INSUFFICIENT, reasons)
    return Sufficiency(PARTIAL if reasons or fallback else SUFFICIENT, reasons)
