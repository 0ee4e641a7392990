"""How a memory is written where a context holds it."""

from __future__ import annotations

from collections.abc import Sequence

from memories.models import Status
from memories.recall.answers import Remembered
from memories.recall.facts import Claimed
from memories.recall.packing import Offer

FACT = "fact"
_USUAL_TRUST = ("owner", "agent")


def offer_of(
    memory: Remembered,
    what: str,
    *,
    priority: float = 0.0,
    reasons: Sequence[str] = (),
    never: str = "",
    counted: bool = True,
) -> Offer:
    """The memory as a context may hold it; the fields are those of Offer."""
    return Offer(
        what=what,
        name=memory.name,
        workspace=memory.workspace,
        memory_id=memory.memory_id,
        version=memory.version,
        fields=_written(memory, what),
        priority=priority,
        reasons=reasons,
        may_conflict_with=memory.may_conflict_with,
        never=never,
        counted=counted,
    )


def _written(memory: Remembered, what: str) -> dict[str, object]:
    """What a reader needs to weigh the words: what goes without saying is left out."""
    said = {"text": memory.content} if memory.value is None else {"value": memory.value}
    return {
        "what": what,
        "name": memory.name,
        "workspace": memory.workspace,
        "kind": memory.kind,
        "task_id": memory.task_id,
        "status": "" if memory.status == Status.ACTIVE else memory.status,
        "trust": "" if memory.trust in _USUAL_TRUST else memory.trust,
        "dated": memory.source_date and memory.source_date.date().isoformat(),
        "confidence": memory.confidence,
        "may_conflict_with": list(memory.may_conflict_with),
        **said,
    }


def offer_of_fact(fact: Claimed) -> Offer:
    """A fact as a context may hold it: what is claimed, by which memory, and since when it is true."""
    return Offer(
        what=FACT,
        name=fact.memory,
        workspace=fact.workspace,
        memory_id=None,
        version=0,
        fields={
            "what": FACT,
            "text": fact.statement,
            "from": fact.memory,
            "workspace": fact.workspace,
            "since": fact.valid_from.date().isoformat(),
            "until": fact.valid_until and fact.valid_until.date().isoformat(),
        },
        reasons=("fact",),
        counted=False,
    )
