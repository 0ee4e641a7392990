"""What comes along into a context: what the close memories link to, and facts about what the message names.

A fact comes where the message names its subject and shares another word with it, so that a name alone brings
nothing. The memories behind both stand to the same rules as those that are close: active, of the relevance
tier, not private, contradicted by none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Fact, RecallTier, Status
from memories.recall.answers import Remembered
from memories.recall.candidates import FANOUT
from memories.recall.facts import held_by_words
from memories.recall.listing import list_memories
from memories.recall.naming import Reader
from memories.recall.query import MAX_LIMIT
from memories.text.claims.claim import key_of
from memories.text.claims.spans import spans_of
from memories.text.words import query_terms

MOST_FACTS = 6


@dataclass(frozen=True, slots=True)
class Told:
    """A fact, with the memory that says so."""

    memory: Remembered
    fact_id: UUID
    statement: str


@dataclass(frozen=True, slots=True)
class Along:
    linked: Sequence[Remembered] = ()
    facts: Sequence[Told] = ()


def along(actor: Actor, *, said: str, hits: Sequence[Remembered], workspace: str | None) -> Along:
    """What comes along with the hits for a message. Raises NotFound (the workspace)."""
    reading = access.reading_ids(actor, workspace)
    names = _linked_names(hits, reading)
    facts = _facts(Reader(actor, reading), said)
    wanted = {*names, *(fact.memory.name for fact in facts)}
    there = _standing(actor, wanted, workspace, without={hit.memory_id for hit in hits}) if wanted else []
    linked = sorted((memory for memory in there if memory.name in names), key=lambda m: names.index(m.name))
    others = {memory.revision_id: memory for memory in there if memory not in linked[:FANOUT]}
    told = [
        Told(others[fact.revision_id], fact.pk, fact.statement)
        for fact in facts
        if fact.revision_id in others
    ]
    return Along(linked[:FANOUT], told[:MOST_FACTS])


def _linked_names(hits: Sequence[Remembered], reading: Sequence[UUID]) -> list[str]:
    """In the order of the hits and of the links in each."""
    order = {hit.revision_id: place for place, hit in enumerate(hits)}
    found = access.links(reading).filter(revision_id__in=order) if order else []
    links = sorted(found, key=lambda link: (order[link.revision_id], link.place))
    return list(dict.fromkeys(link.name for link in links))


def _facts(reader: Reader, said: str) -> list[Fact]:
    """Those whose subject the message names and that share another word with it, the best first."""
    spans, terms = set(spans_of(said)), set(query_terms(said).searched)
    return [
        fact
        for fact in held_by_words(reader, said)
        if (key := key_of(fact.subject.name)) in spans and _shares_more(fact.statement, key, terms)
    ]


def _shares_more(statement: str, subject: str, terms: Collection[str]) -> bool:
    own = set(query_terms(subject).searched)
    return any(term in terms and term not in own for term in query_terms(statement).searched)


def _standing(
    actor: Actor, names: Collection[str], workspace: str | None, *, without: Collection[UUID]
) -> list[Remembered]:
    kept = list_memories(
        actor,
        names=sorted(names)[:MAX_LIMIT],
        workspace=workspace,
        tiers=[RecallTier.RELEVANCE],
        statuses=[Status.ACTIVE],
        limit=MAX_LIMIT,
    ).memories
    return [each for each in kept if each.memory_id not in without and not each.may_conflict_with]
