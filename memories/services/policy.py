"""What becomes of a write: store, propose to a person, or refuse.

The workspace's mode decides; rows that refine it by client, kind and trust join here (issue "Governed
writes").
"""

from __future__ import annotations

from continuum.kernel.actor import Actor
from memories.models import Mode, Trust, Workspace
from memories.services.drafts import Decision, Draft, Verdict

LOW_TRUST = frozenset({Trust.TOOL_OUTPUT, Trust.DOCUMENT, Trust.WEB, Trust.IMPORT})
_WAITS = "It waits for a person's approval: {why}."


def decide(actor: Actor, workspace: Workspace, draft: Draft) -> Verdict:
    """A person's own words are stored; an agent's follow the mode, and words from elsewhere are always
    proposed.
    """
    if actor.person:
        return Verdict(Decision.STORE)
    if draft.trust in LOW_TRUST:
        return Verdict(
            Decision.PROPOSE, _WAITS.format(why=f"the words come from {draft.trust.replace('_', ' ')}")
        )
    if workspace.mode == Mode.REVIEW:
        return Verdict(Decision.PROPOSE, _WAITS.format(why="this workspace reviews what agents write"))
    return Verdict(Decision.STORE)


def may_erase(actor: Actor, workspace: Workspace) -> bool:
    """Whether forget erases at once; otherwise it archives and asks a person for the erasure."""
    return actor.person or workspace.mode == Mode.AUTO
