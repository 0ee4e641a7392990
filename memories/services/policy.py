"""What becomes of a write: store, propose to a person, or refuse.

A person's own words are stored. Of an agent's, the most specific policy row decides; without one the mode
that its connection was granted, else the workspace's, and words that come from elsewhere wait for a person in
either mode. A write that does several things (another kind, another tier, out of the archive, in place of
another memory) must be let through for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Refused
from memories.models import Memory, Mode, Policy, RecallTier, Trust, Workspace
from memories.services.drafts import Draft, Verdict
from memories.services.standing import Standing, standing_of

Decision = Policy.Decision

DEFAULT_KIND = "reference"
LOW_TRUST = frozenset({Trust.TOOL_OUTPUT, Trust.DOCUMENT, Trust.WEB, Trust.IMPORT})
_CARE = {Decision.STORE: 0, Decision.PROPOSE: 1, Decision.REFUSE: 2}
_CONDITIONS = ("client", "kind", "trust", "action")


class Action(StrEnum):
    """What a row can speak about; every mutating verb is one of them."""

    REMEMBER = "remember"
    APPEND = "append"
    SUPERSEDE = "supersede"
    SET_RECALL = "set_recall"
    ARCHIVE = "archive"
    RESTORE = "restore"
    FORGET = "forget"
    HANDOFF = "handoff"


def rows_of(workspace: Workspace) -> list[Policy]:
    return list(Policy.objects.filter(workspace_id=workspace.pk))


def matching(
    rows: Sequence[Policy], *, client: str, action: str, kind: str = "", trust: str = ""
) -> Policy | None:
    """The row that decides: the one with the most conditions and, of equals, the most careful."""
    asked = {"client": client, "kind": kind, "trust": trust, "action": action}
    fitting = [row for row in rows if all(getattr(row, field) in ("", asked[field]) for field in _CONDITIONS)]
    return max(fitting, key=_weight, default=None)


def _weight(row: Policy) -> tuple[int, int]:
    return sum(bool(getattr(row, field)) for field in _CONDITIONS), _CARE[Decision(row.decision)]


def decide(
    actor: Actor,
    workspace: Workspace,
    draft: Draft,
    rows: Sequence[Policy],
    *,
    target: Standing | None = None,
    replaced: Sequence[Standing] = (),
) -> Verdict:
    """The verdict on a draft before its neighbours have been looked at: of everything that it would do, to
    the memory `target` that it is for and to those that it supersedes, the most careful answer holds.
    """
    if actor.person:
        return _OFFERED if draft.propose_only else Verdict(Decision.STORE)
    asking = _Asking(actor, workspace, draft, rows)
    kinds = [draft.kind or (target.kind if target else DEFAULT_KIND), *([target.kind] if target else [])]
    verdicts = [asking.on_words(kind) for kind in dict.fromkeys(kinds)]
    verdicts += [asking.on_superseding(kind, draft.trust) for kind in kinds if draft.supersedes]
    for other in replaced:
        verdicts += [asking.on_superseding(other.kind, trust) for trust in {draft.trust, other.trust}]
    verdicts += asking.on_what_stands(target) if target else []
    return max(verdicts, key=lambda verdict: _CARE[verdict.decision])


@dataclass(frozen=True, slots=True)
class _Asking:
    """An agent's draft, and the rows that it is held against."""

    actor: Actor
    workspace: Workspace
    draft: Draft
    rows: Sequence[Policy]

    def on_words(self, kind: str) -> Verdict:
        """On its words, as words of this kind."""
        action = Action.APPEND if self.draft.write_mode == "append" else Action.REMEMBER
        row = self._row(action, kind, self.draft.trust)
        if row is None and self.draft.supersedes:
            row = self._row(Action.SUPERSEDE, kind, self.draft.trust)
        if self.draft.propose_only and (row is None or row.decision != Decision.REFUSE):
            return _OFFERED
        if self.draft.trust in LOW_TRUST and (row is None or row.decision == Decision.STORE):
            return _waits(f"the words come from {self.draft.trust.replace('_', ' ')}")
        if row is not None:
            return _by_row(Decision(row.decision))
        if reviewed(self.actor, self.workspace):
            by = "connection is reviewed" if self.actor.mode else "workspace reviews what agents write"
            return _waits(f"this {by}")
        return Verdict(Decision.STORE)

    def on_superseding(self, kind: str, trust: str) -> Verdict:
        row = self._row(Action.SUPERSEDE, kind, trust)
        return _by_row(Decision(row.decision)) if row else Verdict(Decision.STORE)

    def on_what_stands(self, target: Standing) -> list[Verdict]:
        """On what it would do to the memory beside giving it a text."""
        memory, verdicts = target.memory, []
        tier = self.draft.recall_tier
        if tier is not None and tier != memory.recall_tier:
            verdicts.append(on_tier(self.actor, self.workspace, self.rows, standing=target, tier=tier))
        if memory.archived_at is not None:
            row = self._row(Action.RESTORE, target.kind, target.trust)
            verdicts.append(_by_row(Decision(row.decision)) if row else Verdict(Decision.STORE))
        if memory.erasure_asked_at is not None:
            verdicts.append(_waits("a person was asked to erase this memory"))
        return verdicts

    def _row(self, action: Action, kind: str, trust: str) -> Policy | None:
        return matching(self.rows, client=self.actor.client, action=action, kind=kind, trust=trust)


def on_tier(
    actor: Actor, workspace: Workspace, rows: Sequence[Policy], *, standing: Standing, tier: str
) -> Verdict:
    """Whether a memory that is there may be moved to this tier, through whichever door. What would be
    recalled always, or no longer, waits for a person in a workspace that reviews; words from outside become a
    standing rule by a person alone, wherever.
    """
    if actor.person:
        return Verdict(Decision.STORE)
    row = matching(
        rows, client=actor.client, action=Action.SET_RECALL, kind=standing.kind, trust=standing.trust
    )
    said = Decision(row.decision) if row else Decision.STORE
    if tier == RecallTier.ALWAYS and said == Decision.STORE and standing.trust in LOW_TRUST:
        return _waits("its words come from outside, and only a person can make them a standing rule")
    if (
        RecallTier.ALWAYS in (tier, standing.memory.recall_tier)
        and row is None
        and reviewed(actor, workspace)
    ):
        return _waits("a person decides here what is always recalled")
    return _by_row(said)


def reviewed(actor: Actor, workspace: Workspace) -> bool:
    """Whether what this actor writes here waits for a person where no row says otherwise."""
    return (actor.mode or workspace.mode) == Mode.REVIEW


def _waits(why: str) -> Verdict:
    return Verdict(Decision.PROPOSE, f"It waits for a person's approval: {why}.")


_OFFERED = _waits("it was offered as a proposal")


def _by_row(decision: Policy.Decision) -> Verdict:
    if decision == Decision.REFUSE:
        return Verdict(decision, "A policy of this workspace refuses this.")
    if decision == Decision.PROPOSE:
        return _waits("a policy of this workspace says so")
    return Verdict(decision)


def may(actor: Actor, memory: Memory, action: Action) -> Policy.Decision:
    """Whether an actor may do to a memory what writes no text: store stands for yes, propose for "ask a
    person".

    In a workspace that reviews no agent erases at once, nor archives a standing rule or what a person said.
    """
    if actor.person:
        return Decision.STORE
    workspace, standing = memory.workspace, standing_of(memory)
    row = matching(
        rows_of(workspace), client=actor.client, action=action, kind=standing.kind, trust=standing.trust
    )
    if row is not None:
        return Decision(row.decision)
    persons = memory.recall_tier == RecallTier.ALWAYS or standing.trust == Trust.OWNER
    careful = action == Action.FORGET or (action == Action.ARCHIVE and persons)
    reviews = Mode.REVIEW in (actor.mode, workspace.mode)
    return Decision.PROPOSE if careful and reviews else Decision.STORE


def require(actor: Actor, memory: Memory, action: Action) -> None:
    """Raise Refused where a policy row, or the review, keeps this for a person."""
    if may(actor, memory, action) != Decision.STORE:
        raise Refused(f"A policy of this workspace leaves it to a person to {action.replace('_', ' ')} this.")


def require_handoff(actor: Actor, workspace: Workspace) -> None:
    """Raise Refused where a policy row keeps handing over for a person. A handoff is no memory: it waits for
    nobody where what agents write is reviewed, unless a row that speaks of handoffs says so.
    """
    asked = {"client": actor.client, "action": Action.HANDOFF, "kind": "handoff", "trust": Trust.AGENT}
    rows = rows_of(workspace)
    named = matching([row for row in rows if row.action == Action.HANDOFF], **asked)
    row = named or matching(rows, **asked)
    if actor.person or row is None or row.decision == Decision.STORE:
        return
    if named is not None or row.decision == Decision.REFUSE:
        raise Refused("A policy of this workspace leaves it to a person to hand over.")
