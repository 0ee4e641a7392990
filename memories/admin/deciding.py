"""From a button to a verb, and back to words: one proposal or many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext as _

from continuum.kernel.actor import Actor
from memories.admin.detail import find_waiting
from memories.services.review import MAX_DECISIONS, Decided, decide_many


class Decision(StrEnum):
    APPROVE = "approve"
    REPLACE = "replace"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a decision went: `gone` says that the proposal waits no longer, whoever decided."""

    done: bool
    gone: bool
    message: str


def version_seen(posted: Mapping[str, str]) -> int | None:
    """The version of the memory that the page showed, where it says so."""
    told = posted.get("expected_version", "")
    return int(told) if told.isascii() and told.isdigit() else None


def decide(
    actor: Actor,
    *,
    revision_id: UUID,
    decision: str,
    anyway: bool = False,
    expected_version: int | None = None,
) -> Outcome:
    """Take one decision. Every refusal is an outcome with its reason; a second click is one of them."""
    if decision not in set(Decision):
        return Outcome(done=False, gone=False, message=_("That is not a decision."))
    wanted = Decision(decision)
    decided = next(
        decide_each(actor, [revision_id], wanted, anyway=anyway, expected_version=expected_version)
    )
    if decided.done:
        return Outcome(done=True, gone=True, message=_done(wanted))
    return refused(actor, revision_id, decided.message)


def decide_each(
    actor: Actor,
    revision_ids: Sequence[UUID],
    decision: Decision,
    *,
    anyway: bool = False,
    expected_version: int | None = None,
) -> Iterator[Decided]:
    """Decide on any number, as many at once as the verb takes. Raises Forbidden."""
    verb = "reject" if decision is Decision.REJECT else "approve"
    for start in range(0, len(revision_ids), MAX_DECISIONS):
        yield from decide_many(
            actor,
            revision_ids=revision_ids[start : start + MAX_DECISIONS],
            decision=verb,
            anyway=anyway,
            replace_similar=decision is Decision.REPLACE,
            expected_version=expected_version,
        )


def refused(actor: Actor, revision_id: UUID, message: str) -> Outcome:
    """A decision that was not taken, and whether the proposal still waits."""
    return Outcome(done=False, gone=find_waiting(actor, revision_id) is None, message=message)


def _done(decision: Decision) -> str:
    return {
        Decision.APPROVE: _("Approved."),
        Decision.REPLACE: _("Approved; what it replaces is retired."),
        Decision.REJECT: _("Rejected. This text is not proposed again."),
    }[decision]
