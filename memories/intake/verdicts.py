"""Deciding: what policy says of a draft, and what stands next to it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.neighbours import Neighbour, neighbours_of
from memories.intake.screen import Clean
from memories.models import Scope
from memories.services import policy
from memories.services.drafts import Draft, Vectors, Verdict
from memories.services.standing import Standing, standing_by_name
from memories.text.slots.compare import Relation


def verdicts_on(
    actor: Actor, where: UUID, clean: Sequence[Clean], vectors: Sequence[Vectors | None]
) -> list[Verdict]:
    """One verdict for each cleaned draft, in their order."""
    neighbours = neighbours_of(actor, where, clean, vectors)
    decided = _decided(actor, where, [item.draft for item in clean])
    return [_beside(verdict, actor, near) for verdict, near in zip(decided, neighbours, strict=True)]


def _decided(actor: Actor, where: UUID, drafts: Sequence[Draft]) -> list[Verdict]:
    workspace = access.workspace(where)
    rows = policy.rows_of(workspace)
    named = {name for draft in drafts for name in (draft.name, *draft.supersedes) if name}
    known = {} if actor.person else standing_by_name(where, named)
    return [
        policy.decide(
            actor,
            workspace,
            draft,
            rows,
            target=_target(actor, draft, known),
            replaced=[each for name in draft.supersedes for each in _reached(actor, draft, known, name)],
        )
        for draft in drafts
    ]


def _target(actor: Actor, draft: Draft, known: Mapping[str, Sequence[Standing]]) -> Standing | None:
    """The memory that the draft will be written to, if it is there (see Known.target)."""
    scopes = [draft.scope] if draft.scope else [Scope.USER, Scope.AGENT]
    places = [(scope, access.scope_key(actor, scope, draft.task_id)) for scope in scopes]
    named = {(each.memory.scope, each.memory.scope_key): each for each in known.get(draft.name or "", ())}
    return next((named[place] for place in places if place in named), None)


def _reached(
    actor: Actor, draft: Draft, known: Mapping[str, Sequence[Standing]], name: str
) -> list[Standing]:
    """The memories of that name that the draft could supersede."""
    reaches = access.reaches(actor, task_id=draft.task_id) or ()
    return [each for each in known.get(name, ()) if each.memory.reach in reaches]


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
