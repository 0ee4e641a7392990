"""Deciding: what policy says of a draft, and what stands next to it already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.neighbours import Neighbour, neighbours_of
from memories.intake.screen import Clean
from memories.services import policy
from memories.services.drafts import Vectors, Verdict
from memories.text.slots.compare import Relation

DEFAULT_KIND = "reference"


def verdicts_on(
    actor: Actor, where: UUID, clean: Sequence[Clean], vectors: Sequence[Vectors | None]
) -> list[Verdict]:
    """One verdict for each cleaned draft, in their order."""
    workspace = access.workspace(where)
    rows = policy.rows_of(workspace)
    kinds = _kinds(actor, where, clean)
    neighbours = neighbours_of(actor, where, clean, vectors)
    return [
        _beside(policy.decide(actor, workspace, item.draft, rows, kind=kind), actor, near)
        for item, kind, near in zip(clean, kinds, neighbours, strict=True)
    ]


def beside_its_neighbours(
    verdict: Verdict, actor: Actor, where: UUID, item: Clean, vectors: Vectors | None
) -> Verdict:
    """The same verdict on a text that goes in by itself, with what stands next to it."""
    return _beside(verdict, actor, neighbours_of(actor, where, [item], [vectors])[0])


def _beside(verdict: Verdict, actor: Actor, neighbours: Sequence[Neighbour]) -> Verdict:
    """The verdict with its neighbours in it. A person's words are never skipped for another's."""
    by_relation: dict[Relation, list[str]] = {relation: [] for relation in Relation}
    for neighbour in neighbours:
        by_relation[neighbour.relation].append(neighbour.content_hash)
    same = by_relation[Relation.NEAR_DUPLICATE]
    return replace(
        verdict,
        similar=[*by_relation[Relation.EXACT], *same, *by_relation[Relation.SIMILAR]],
        conflicts=by_relation[Relation.CONFLICT],
        said_by=() if actor.person else same,
    )


def _kinds(actor: Actor, where: UUID, clean: Sequence[Clean]) -> list[str]:
    """The kind that each would have: its own, else that of the memory it is for."""
    named = {item.draft.name for item in clean if item.draft.kind is None and item.draft.name}
    known = access.kinds_by_name(where, named) if named else {}
    return [item.draft.kind or known.get(item.draft.name or "", DEFAULT_KIND) for item in clean]
