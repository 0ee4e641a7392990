"""Deciding: what policy says of a draft, and what stands next to it already."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.screen import Clean
from memories.services import policy
from memories.services.drafts import Vectors, Verdict

DEFAULT_KIND = "reference"


def verdicts_on(
    actor: Actor, where: UUID, clean: Sequence[Clean], vectors: Sequence[Vectors | None]
) -> list[Verdict]:
    """One verdict for each cleaned draft, in their order."""
    workspace = access.workspace(where)
    rows = policy.rows_of(workspace)
    kinds = _kinds(actor, where, clean)
    return [
        policy.decide(actor, workspace, item.draft, rows, kind=kind)
        for item, kind in zip(clean, kinds, strict=True)
    ]


def _kinds(actor: Actor, where: UUID, clean: Sequence[Clean]) -> list[str]:
    """The kind that each would have: its own, else that of the memory it is for."""
    named = {item.draft.name for item in clean if item.draft.kind is None and item.draft.name}
    known = access.kinds_by_name(where, named) if named else {}
    return [item.draft.kind or known.get(item.draft.name or "", DEFAULT_KIND) for item in clean]
