"""A person's decision on what agents proposed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db import DataError, IntegrityError

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ContinuumError, Forbidden, ValidationFailed
from continuum.kernel.watching import verb
from memories import access
from memories.errors import no_such_memory
from memories.models import Memory, RecallTier, Revision, Status
from memories.services import events
from memories.services.drafts import Screened
from memories.services.exclusions import REJECTED, exclude
from memories.services.old_news import settle
from memories.services.pending import Approval, note_failure, pending, refuse_unseen, workspace_of
from memories.services.policy import LOW_TRUST
from memories.services.removal import refuse_to_bring_back, show
from memories.services.restating import active_revision, restate
from memories.services.revisions import follow, is_findable, retire, retire_memory, seen_as
from memories.services.turns import Turn, turn

MAX_DECISIONS = 500
DECISIONS_AT_ONCE = 50  # in one turn: the workspace waits for it


class Decision(StrEnum):
    APPROVE = "approve"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of one decision of several: the proposal's new status, or why it still waits."""

    revision_id: UUID
    done: bool
    status: str = ""
    code: str = ""
    message: str = ""


@verb
def approve(
    actor: Actor,
    *,
    revision_id: UUID,
    anyway: bool = False,
    replace_similar: bool = False,
    expected_version: int | None = None,
) -> Revision:
    """Make a proposal the active revision; `replace_similar` retires what it is like or contradicts.

    Raises Conflict if it was decided already or, unless `anyway`, if something that it would change has moved
    on since or the memory is archived; VersionConflict if the memory is not at the version that was seen;
    Forbidden where only a person may. A failure stays written on the proposal, which waits on.
    """
    actor.require(Permission.REVIEW)
    where = workspace_of(actor, revision_id)
    how = Approval(anyway, replace_similar, expected_version)
    try:
        with turn(actor, where, Permission.REVIEW) as writing:
            return _approve(writing, revision_id, how)
    except Exception as error:
        note_failure(where, revision_id, error)
        raise


def approve_screened(
    actor: Actor,
    *,
    revision_id: UUID,
    screened: Screened,
    how: Approval,
) -> Revision:
    """Make an edited text, which has been through intake, active in place of a proposal; see `approve`."""
    actor.require(Permission.REVIEW)
    where = workspace_of(actor, revision_id)
    try:
        with turn(actor, where, Permission.REVIEW) as writing:
            return _approve(writing, revision_id, how, edited=screened)
    except Exception as error:
        note_failure(where, revision_id, error)
        raise


@verb
def reject(actor: Actor, *, revision_id: UUID) -> Revision:
    """Turn a proposal down, and with it every other one that says the same; the text is not proposed again.
    Raises Conflict if it was decided already.
    """
    actor.require(Permission.REVIEW)
    with turn(actor, workspace_of(actor, revision_id), Permission.REVIEW) as writing:
        return _reject(writing, revision_id)[0]


@verb
def decide_many(
    actor: Actor,
    *,
    revision_ids: Sequence[UUID],
    decision: str,
    anyway: bool = False,
    replace_similar: bool = False,
    expected_version: int | None = None,
) -> list[Decided]:
    """Take one decision on many proposals, each for itself: what fails says why and stops no other.
    `expected_version` is that of each one's memory.

    Raises Forbidden and ValidationFailed, for the request as a whole.
    """
    actor.require(Permission.REVIEW)
    if decision not in set(Decision):
        raise ValidationFailed(f"The decision is one of {', '.join(Decision)}.", field="decision")
    if not 1 <= len(revision_ids) <= MAX_DECISIONS:
        raise ValidationFailed(
            f"Between 1 and {MAX_DECISIONS} decisions at once.", field="revision_ids", limit=MAX_DECISIONS
        )
    how = Approval(anyway, replace_similar, expected_version) if decision == Decision.APPROVE else None
    decided: dict[int, Decided] = {}
    rejected: set[UUID] = set()
    for where, places in _by_workspace(actor, revision_ids).items():
        if not actor.holds(Permission.REVIEW, where):
            decided |= {place: _not_yours(actor, where, revision_ids[place]) for place in places}
            continue
        for start in range(0, len(places), DECISIONS_AT_ONCE):
            some = places[start : start + DECISIONS_AT_ONCE]
            with turn(actor, where, Permission.REVIEW) as writing:
                decided |= {place: _decide(writing, revision_ids[place], how, rejected) for place in some}
    return [decided.get(place) or _unknown(wanted) for place, wanted in enumerate(revision_ids)]


def _by_workspace(actor: Actor, revision_ids: Sequence[UUID]) -> dict[UUID, list[int]]:
    """The places of the proposals in the request, by the workspace that they are in."""
    rows = access.revisions(actor.workspaces.values()).filter(pk__in=revision_ids)
    known = dict(rows.values_list("pk", "workspace_id"))
    found: defaultdict[UUID, list[int]] = defaultdict(list)
    for place, revision_id in enumerate(revision_ids):
        if revision_id in known:
            found[known[revision_id]].append(place)
    return found


def _unknown(revision_id: UUID) -> Decided:
    error = no_such_memory(str(revision_id))
    return Decided(revision_id, done=False, code=error.code, message=error.message)


def _not_yours(actor: Actor, where: UUID, revision_id: UUID) -> Decided:
    """The answer for a proposal in a workspace where this actor's role does not let it decide."""
    try:
        actor.require_in(Permission.REVIEW, where)
    except Forbidden as error:
        return Decided(revision_id, done=False, code=error.code, message=error.message)
    return _unknown(revision_id)


def _decide(writing: Turn, revision_id: UUID, how: Approval | None, rejected: set[UUID]) -> Decided:
    """`rejected` are those that went with an earlier one of the request."""
    if revision_id in rejected:
        return Decided(revision_id, done=True, status=Status.REJECTED)
    try:
        with writing.part():
            if how is None:
                gone = _reject(writing, revision_id)
                rejected.update(revision.pk for revision in gone)
                return Decided(revision_id, done=True, status=Status.REJECTED)
            return Decided(revision_id, done=True, status=_approve(writing, revision_id, how).status)
    except ContinuumError as error:
        note_failure(writing.workspace, revision_id, error)
        return Decided(revision_id, done=False, code=error.code, message=error.message)
    except (IntegrityError, DataError) as error:
        note_failure(writing.workspace, revision_id, error)
        return Decided(revision_id, done=False, code=ContinuumError.code, message=type(error).__name__)


def _approve(writing: Turn, revision_id: UUID, how: Approval, *, edited: Screened | None = None) -> Revision:
    proposal, memory = pending(writing, revision_id)
    refuse_to_bring_back(writing.actor, memory)
    refuse_unseen(memory, proposal, how)
    _refuse_rules_of_low_trust(writing.actor, memory, proposal)
    activated = _activate(writing, memory, proposal, edited)
    filed = activated.status != Status.ACTIVE
    if how.replace_similar and not filed:
        _retire_similar(writing, activated, {*proposal.similar, *proposal.conflicts_with})
    details = {"version": memory.version} | ({"edited": str(proposal.pk)} if edited else {})
    details |= {"filed": True} if filed else {}
    writing.record(events.APPROVED, memory_id=memory.pk, revision_id=activated.pk, details=details)
    return activated


def _reject(writing: Turn, revision_id: UUID) -> list[Revision]:
    """The proposal and what went with it. What a memory says already is not turned down with what else was
    proposed for it.
    """
    proposal, memory = pending(writing, revision_id)
    active = active_revision(memory)
    in_force = active is not None and active.content_hash == proposal.content_hash
    rejected = [proposal] if in_force else [proposal, *_saying_the_same(writing, proposal)]
    for revision in rejected:
        retire(writing, revision, Status.REJECTED)
        writing.record(events.REJECTED, memory_id=revision.memory_id, revision_id=revision.pk)
    if not in_force:
        exclude(writing.workspace, [proposal.content_hash], reason=REJECTED)
    return rejected


def _saying_the_same(writing: Turn, proposal: Revision) -> list[Revision]:
    """The other proposals with this text, wherever in the workspace, but for what is in quarantine."""
    waiting = Revision.objects.filter(workspace_id=writing.workspace, status=Status.PROPOSED)
    same = waiting.filter(content_hash=proposal.content_hash, memory__quarantined_at=None)
    return list(same.exclude(pk=proposal.pk).order_by("pk")) if proposal.content_hash else []


# --- What decisions are made of -----------------------------------------------------------------------------


def _refuse_rules_of_low_trust(actor: Actor, memory: Memory, revision: Revision) -> None:
    tier = revision.changes.get("recall_tier", memory.recall_tier)
    if tier == RecallTier.ALWAYS and revision.trust in LOW_TRUST and not actor.person:
        raise Forbidden("These words come from outside; only a person can make them a standing rule.")


def _activate(writing: Turn, memory: Memory, proposal: Revision, edited: Screened | None) -> Revision:
    """The proposal, or the edited text in its place, in force and findable."""
    seen = seen_as(memory)
    before = active_revision(memory)
    if edited is None:
        activated = _as_proposed(writing, memory, proposal, before)
    else:
        retire(writing, proposal)
        changes, supersedes = proposal.changes, proposal.supersedes
        activated, _ = restate(
            writing, memory, edited, before=before, changes=changes, supersedes=supersedes, dated=True
        )
        writing.flush()
    _, _, archived_at = seen
    if archived_at is not None:
        show(writing, memory)
    elif edited is None and (seen_as(memory) != seen or not is_findable(activated)):
        follow(writing, memory)
    return activated


def _as_proposed(writing: Turn, memory: Memory, proposal: Revision, before: Revision | None) -> Revision:
    settle(writing, memory, proposal, before=before)
    proposal.failure = ""
    memory.save()
    proposal.save(update_fields=["status", "number", "decided_at", "retired_at", "failure"])
    return proposal


def _retire_similar(writing: Turn, revision: Revision, shown: set[UUID]) -> None:
    """Retire what stood beside the proposal when the person decided, also where the text was edited then."""
    wanted = shown - {revision.memory_id, *revision.supersedes}
    seen = access.memories(writing.actor, [writing.workspace], every_task=True).filter(pk__in=wanted)
    for memory_id in seen.order_by("pk").values_list("pk", flat=True):
        retire_memory(writing, memory_id, by=revision)
