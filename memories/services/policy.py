"""What becomes of a write: store, propose to a person, or refuse.

A person's own words are stored. Of an agent's, the most specific policy row decides; without one the mode
that its connection was granted, else the workspace's, and words that come from elsewhere wait for a person in
either mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Refused
from memories.models import Mode, Policy, Trust, Workspace
from memories.services.drafts import Draft, Verdict

Decision = Policy.Decision

LOW_TRUST = frozenset({Trust.TOOL_OUTPUT, Trust.DOCUMENT, Trust.WEB, Trust.IMPORT})
_WAITS = "It waits for a person's approval: {why}."
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


def decide(actor: Actor, workspace: Workspace, draft: Draft, rows: Sequence[Policy], *, kind: str) -> Verdict:
    """The verdict on a draft that would be of this kind, before its neighbours have been looked at."""
    offered = Verdict(Decision.PROPOSE, _WAITS.format(why="it was offered as a proposal"))
    if actor.person:
        return offered if draft.propose_only else Verdict(Decision.STORE)
    action = Action.APPEND if draft.write_mode == "append" else Action.REMEMBER
    row = matching(rows, client=actor.client, action=action, kind=kind, trust=draft.trust)
    if draft.supersedes and row is None:
        row = matching(rows, client=actor.client, action=Action.SUPERSEDE, kind=kind, trust=draft.trust)
    if draft.propose_only and (row is None or row.decision != Decision.REFUSE):
        return offered
    if draft.trust in LOW_TRUST and (row is None or row.decision == Decision.STORE):
        why = f"the words come from {draft.trust.replace('_', ' ')}"
        return Verdict(Decision.PROPOSE, _WAITS.format(why=why))
    if row is not None:
        return _by_row(Decision(row.decision))
    if (actor.mode or workspace.mode) == Mode.REVIEW:
        reviewer = "connection is reviewed" if actor.mode else "workspace reviews what agents write"
        return Verdict(Decision.PROPOSE, _WAITS.format(why=f"this {reviewer}"))
    return Verdict(Decision.STORE)


def _by_row(decision: Policy.Decision) -> Verdict:
    if decision == Decision.REFUSE:
        return Verdict(decision, "A policy of this workspace refuses this.")
    waits = _WAITS.format(why="a policy of this workspace says so") if decision == Decision.PROPOSE else ""
    return Verdict(decision, waits)


def may(actor: Actor, workspace: Workspace, action: Action) -> Policy.Decision:
    """Whether an actor may do what writes no text: store stands for yes, propose for "ask a person".

    Erasing is the one thing that no agent does at once in a workspace that reviews.
    """
    if actor.person:
        return Decision.STORE
    row = matching(rows_of(workspace), client=actor.client, action=action)
    if row is not None:
        return Decision(row.decision)
    careful = action == Action.FORGET and Mode.REVIEW in (actor.mode, workspace.mode)
    return Decision.PROPOSE if careful else Decision.STORE


def require(actor: Actor, workspace: Workspace, action: Action) -> None:
    """Raise Refused where a policy row keeps this for a person."""
    if may(actor, workspace, action) != Decision.STORE:
        raise Refused(f"A policy of this workspace leaves it to a person to {action.replace('_', ' ')}.")
