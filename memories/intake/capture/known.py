"""The echo guard's other half: what is held already, or must not come back, is not proposed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.capture.claims import Claim, comparable
from memories.models.revision import LIVE
from memories.recall import candidates
from memories.recall.candidates import Question, Reach
from memories.services.exclusions import excluded_hashes
from memories.text.normalise import content_hash
from memories.text.sentences import sentences
from memories.text.words import query_terms

LOOKED_AT = 3
"""Passages, by their words, in which a claim is looked for."""

_STOPS = ".!。！…;；, "


def hashes_of(claim: Claim) -> set[str]:
    """Content hashes under which a text that says the claim may be known: with and without what it was said
    in, with and without a stop.
    """
    return {content_hash(form) for said in {claim.text, claim.said} for form in _forms(said)}


def _forms(text: str) -> Iterator[str]:
    bare = text.rstrip(_STOPS)
    yield from (text, bare, f"{bare}.", f"{bare}!", f"{bare}。")


def forgotten(workspaces: Iterable[UUID], claims: Sequence[Claim]) -> list[Claim]:
    """Those of the claims that were forgotten or rejected in one of the workspaces."""
    by_claim = [(claim, hashes_of(claim)) for claim in claims]
    asked = [known for _, hashes in by_claim for known in hashes]
    out = {known for workspace in workspaces for known in excluded_hashes(workspace, asked)}
    return [claim for claim, hashes in by_claim if hashes & out]


class Stored:
    """What live memories say that this actor may read, in so far as it concerns the claims."""

    def __init__(self, actor: Actor, workspaces: Sequence[UUID], hashes: set[str]) -> None:
        self._hashes = hashes
        self._reach = Reach(workspaces, access.reaches(actor, task_id=None), private=False, filters=None)

    @classmethod
    def of(cls, actor: Actor, workspaces: Sequence[UUID], claims: Sequence[Claim]) -> Stored:
        wanted = {known for claim in claims for known in hashes_of(claim)}
        visible = access.memories(actor, workspaces).present()
        rows = access.revisions(workspaces).filter(
            status__in=LIVE, content_hash__in=wanted, memory__in=visible
        )
        return cls(actor, workspaces, set(rows.values_list("content_hash", flat=True)))

    def holds(self, claim: Claim) -> bool:
        """Whether a memory says this, or has a sentence that does, punctuation and capitals aside."""
        return bool(hashes_of(claim) & self._hashes) or self._has_sentence(claim)

    def _has_sentence(self, claim: Claim) -> bool:
        question = Question(claim.text, query_terms(claim.text).searched)
        found = candidates.find(self._reach, question, most=LOOKED_AT).candidates
        wanted = {comparable(claim.text), comparable(claim.said)}
        passages = candidates.read(self._reach, found).values()
        said = (sentence for row in passages for sentence in sentences(row["passage"]))
        return any(comparable(sentence) in wanted for sentence in said)
