"""Why a memory did not come back: not there, a filter, the gate, the budget of candidates, or its rank.

What this reader may not see is absent, in the same words as what never was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Memory, Revision, Scope
from memories.models.revision import LIVE
from memories.recall import candidates
from memories.recall.answers import Explanation
from memories.recall.candidates import Candidate, Question, Reach
from memories.recall.query import Query
from memories.recall.ranking import Ranked, floor_of
from memories.text.normalise import forgiving

FOUND, ABSENT, FILTER, TIER = "found", "absent", "filter", "tier"
INDEXING, GATE, BUDGET, RANK = "indexing", "gate", "budget", "rank"
_FITS = "It fits what was asked; another page has it where this one has not."
_ABSENT = "There is no memory of that name here that you may see."


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that was made: the question, how many candidates each channel had, all hits, best first, and
    which of them are on this page.
    """

    question: Question
    most: int
    hits: Sequence[Ranked]
    start: int
    limit: int


def explain(
    actor: Actor, wanted: Query, reach: Reach, *, name: str, searched: Searched | None = None
) -> Explanation:
    """Why the memory of this name is, or is not, in an answer; without a search, in a list."""
    memory = _named(actor, wanted, name)
    if memory is None:
        return Explanation(name, ABSENT, _ABSENT)
    if lost := _hidden(memory, wanted) or _filtered(actor, memory, wanted):
        return Explanation(memory.name, *lost)
    if searched is None:
        return Explanation(memory.name, FOUND, _FITS)
    return _in_search(memory, reach, searched)


def _named(actor: Actor, wanted: Query, name: str) -> Memory | None:
    """From what is read, its task's or not, so that a forgotten task can be named."""
    name = forgiving(name)
    for where in access.reading_ids(actor, wanted.workspace):
        found = access.find_memory(actor, workspace=where, name=name, task_id=wanted.task_id)
        if found is None:
            found = access.memories(actor, [where], every_task=True).filter(name=name).first()
        if found is not None:
            return found
    return None


def _speaking(memory: Memory) -> QuerySet[Revision]:
    """The revisions that could be found, the active one first."""
    rows = access.revisions([memory.workspace_id]).filter(memory_id=memory.pk, status__in=LIVE)
    return rows.order_by("status", "-created_at")


Lost = tuple[str, str]


def _hidden(memory: Memory, wanted: Query) -> Lost | None:
    if memory.archived_at is not None:
        return FILTER, "It is archived; memory_restore brings it back."
    if not memory.present_at(timezone.now()):
        return FILTER, "It has expired."
    if memory.private and not wanted.private:
        return FILTER, "It is private, and private memories were not asked for."
    return None


def _filtered(actor: Actor, memory: Memory, wanted: Query) -> Lost | None:
    """The first condition of the question that it does not meet."""
    revision = _speaking(memory).first()
    if revision is None:
        return FILTER, "Nothing it said is in force: it was replaced or turned down."
    task = memory.scope == Scope.TASK and memory.scope_key != wanted.task_id
    if task and not actor.person:
        return FILTER, "It belongs to a task; name its task_id."
    for stage, passes, reason in _CONDITIONS:
        if not passes(memory, revision, wanted):
            return stage, reason
    return None


Condition = Callable[[Memory, Revision, Query], bool]


def _among(values: Sequence[str], value: str) -> bool:
    return not values or value in values


_CONDITIONS: tuple[tuple[str, Condition, str], ...] = (
    (FILTER, lambda m, r, w: _among(w.names, m.name), "It has none of the names asked for."),
    (FILTER, lambda m, r, w: _among(w.kinds, m.kind), "It is of another kind."),
    (FILTER, lambda m, r, w: not w.tags or bool(set(w.tags) & set(m.tags)), "It has none of the tags."),
    (TIER, lambda m, r, w: _among(w.tiers, m.recall_tier), "It is in another recall tier."),
    (FILTER, lambda m, r, w: _among(w.scopes, m.scope), "It is of another scope."),
    (FILTER, lambda m, r, w: r.status in w.statuses, "Its status was not asked for."),
    (FILTER, lambda m, r, w: _among(w.trust, r.trust), "Its words are of another trust."),
    (FILTER, lambda m, r, w: w.since is None or r.created_at >= w.since, "It was written before that."),
    (FILTER, lambda m, r, w: w.until is None or r.created_at < w.until, "It was written after that."),
)


# --- In a search --------------------------------------------------------------------------------------------


def _in_search(memory: Memory, reach: Reach, searched: Searched) -> Explanation:
    places = {hit.candidate.revision_id: place for place, hit in enumerate(searched.hits, 1)}
    revisions = list(_speaking(memory).values_list("pk", flat=True))
    place = min((places[pk] for pk in revisions if pk in places), default=None)
    if place is not None:
        return _at(memory, place, searched)
    return _outside(memory, _alone(memory, revisions, reach, searched), searched)


def _at(memory: Memory, place: int, searched: Searched) -> Explanation:
    hit = searched.hits[place - 1]
    similarity = hit.candidate.similarity
    shown = None if similarity is None else round(similarity, 4)
    moved = (
        f" The reranker took it there from place {hit.reranked.before}." if hit.reranked and hit.moved else ""
    )
    if searched.start < place <= searched.start + searched.limit:
        return Explanation(memory.name, FOUND, f"It is on this page.{moved}", place, shown)
    side = (
        "on a page before" if place <= searched.start else f"behind the {searched.limit} that were asked for"
    )
    said = f"It came in place {place} of {len(searched.hits)}, {side}.{moved}"
    return Explanation(memory.name, RANK, said, place, shown)


def _alone(
    memory: Memory, revisions: Sequence[UUID], reach: Reach, searched: Searched
) -> Sequence[Candidate]:
    """Its own passages, as the same search sees them when there is nothing else."""
    only = replace(reach, workspaces=[memory.workspace_id])
    found = candidates.of_memory(only, searched.question, memory.pk)
    return [each for each in found if each.revision_id in set(revisions)]


def _outside(memory: Memory, own: Sequence[Candidate], searched: Searched) -> Explanation:
    floor = floor_of(searched.question.model)
    nearest = max((each.similarity for each in own if each.similarity is not None), default=None)
    shown = None if nearest is None else round(nearest, 4)
    shares = any(each.word_rank > 0 for each in own)
    if not shares and nearest is None and _waits(memory, searched.question):
        said = "It shares no word with the question, and its vectors are still being made."
        return Explanation(memory.name, INDEXING, said)
    if not shares and (nearest is None or nearest <= floor):
        said = f"It shares no word with the question, and is no nearer in meaning than chance ({floor})."
        return Explanation(memory.name, GATE, said, None, shown)
    said = f"At least {searched.most} passages of others are nearer, or share rarer words."
    return Explanation(memory.name, BUDGET, said, None, shown)


def _waits(memory: Memory, question: Question) -> bool:
    model = question.model if question.vector is not None else ""
    return candidates.waiting_for_vectors([memory.workspace_id], model=model) > 0
