"""What stands next to a text already: texts that say the same in other words, contradict it, or resemble it.

Looked for before the transaction opens, among what the writer may see of one workspace and what is written
with it. Without its vector a text has no neighbours: then only the same words are caught.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.screen import Clean
from memories.models.memory import reach
from memories.models.vectors import literal
from memories.services.drafts import Vectors, WriteMode
from memories.text.slots.compare import Relation, compare
from memories.text.slots.extract import MAX_READ
from memories.text.slots.reading import Reading
from memories.text.slots.thresholds import thresholds_for

MAX_NEIGHBOURS = 3
"""Nearest texts that one is compared with; each costs about as much as reading it."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A text nearby, known by its hash, and what it is to the text in question."""

    content_hash: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class _Asked:
    """A text whose neighbours are looked for."""

    item: Clean
    vectors: Vectors
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Near:
    """A text that it is worth while to compare one with, and the name of its memory."""

    name: str
    content_hash: str
    cosine: float
    reading: Reading


def neighbours_of(
    actor: Actor, where: UUID, clean: Sequence[Clean], vectors: Sequence[Vectors | None]
) -> list[list[Neighbour]]:
    """The neighbours of each text, nearest first: of what is added to another text, those of the addition; of
    JSON that is merged into other JSON none.
    """
    asked = {
        place: _Asked(item, made, Reading(item.text))
        for place, (item, made) in enumerate(zip(clean, vectors, strict=True))
        if made is not None and item.draft.write_mode is not WriteMode.MERGE
    }
    if not asked:
        return [[] for _ in clean]
    texts = list(asked.values())
    near = zip(texts, _stored(actor, where, texts), _written_with(texts), strict=True)
    found = dict(zip(asked, (_compared(text, [*stored, *sent]) for text, stored, sent in near), strict=True))
    return [found.get(place, []) for place in range(len(clean))]


def _compared(text: _Asked, near: Iterable[_Near]) -> list[Neighbour]:
    """The nearest few, each with what it is to the text. What the text is to replace is none of them."""
    replaced = {text.item.draft.name, *text.item.draft.supersedes}
    others = [each for each in near if each.name not in replaced]
    thresholds = thresholds_for(text.vectors.model)
    nearest = sorted(others, key=lambda each: -each.cosine)[:MAX_NEIGHBOURS]
    return [
        Neighbour(each.content_hash, relation)
        for each in nearest
        if (
            relation := compare(
                text.reading, each.reading, cosine=each.cosine, thresholds=thresholds
            ).relation
        )
        is not Relation.DIFFERENT
    ]


def _stored(actor: Actor, where: UUID, texts: Sequence[_Asked]) -> list[list[_Near]]:
    """What is in the store next to each."""
    reaches = [access.reaches(actor, task_id=text.item.draft.task_id) for text in texts]
    every = None if actor.person else sorted({one for some in reaches for one in some or ()})
    model = texts[0].vectors.model
    params: dict[str, Any] = {
        "workspace": where,
        "vectors": [literal(text.vectors.whole) for text in texts],
        "size": len(texts[0].vectors.whole),
        "model": model,
        "reaches": every,
        "private": actor.private,
        "most": MAX_NEIGHBOURS + 1,  # one of them may be what the text replaces
        "nearest": thresholds_for(model).related,
        "readable": MAX_READ + 1,
    }
    near: list[list[_Near]] = [[] for _ in texts]
    with connection.cursor() as cursor:
        cursor.execute(_NEIGHBOURS, params)
        for place, name, scope, scope_key, cosine, content_hash, content in cursor.fetchall():
            own = reaches[place - 1]
            if own is None or reach(scope, scope_key) in own:
                near[place - 1].append(_Near(name, content_hash, cosine, Reading(content)))
    return near


_NEIGHBOURS = """
    SELECT place, name, scope, scope_key, similarity, content_hash, content FROM continuum_neighbours(
      %(workspace)s, %(vectors)s::text[], %(size)s, %(model)s, %(reaches)s::text[], %(private)s,
      %(most)s, %(nearest)s, %(readable)s)"""


def _written_with(texts: Sequence[_Asked]) -> list[list[_Near]]:
    """What comes before each in the same request."""
    whole = np.stack([text.vectors.whole for text in texts])
    cosines = whole @ whole.T
    related = thresholds_for(texts[0].vectors.model).related
    return [
        [
            _before(texts[before], float(cosines[place, before]))
            for before in np.flatnonzero(cosines[place, :place] >= related).tolist()
            if texts[before].item.content_hash != text.item.content_hash
        ]
        for place, text in enumerate(texts)
    ]


def _before(text: _Asked, cosine: float) -> _Near:
    return _Near(text.item.draft.name or "", text.item.content_hash, cosine, text.reading)
