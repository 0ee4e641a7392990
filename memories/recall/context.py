"""What belongs into a context unasked: the owner's standing rules, and what is close to what is being said.

With these come what they link to and facts about what the message names (memories.recall.along).

Nothing private, manual, proposed or quarantined is among it, and no two texts that contradict each other: of
rules the newest holds, of other memories none does. What is no rule cannot push a rule out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import RecallTier, Status
from memories.recall.along import Along, Told, along
from memories.recall.answers import Remembered
from memories.recall.listing import list_memories
from memories.recall.query import MAX_LIMIT
from memories.recall.recall import recall
from memories.text.normalise import forgiving

MOST_HITS = 3
LOOKED_AT = 10
"""Hits of a search that are held against the gate."""

SHORT_PROMPT = 80
"""Characters below which a message may be no more than "and the other one?"."""
RECENT = 600
"""Characters from the end of the last turns that say what such a message is about."""
LONGEST_PROMPT = 2_000
"""Of a longer message both ends are searched for: people ask before or after what they paste."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What was found for a message, best first, the rules newest first; `uncounted`: there are more rules.

    `disputed` rules are contradicted by a newer one. `best` is the highest cosine that was held against the
    gate, None where there was none; `expanded` says that the last turns were searched for with the message.
    `linked` and `facts` come along.
    """

    workspaces: Sequence[str]
    rules: Sequence[Remembered] = ()
    disputed: Sequence[Remembered] = ()
    uncounted: bool = False
    hits: Sequence[Remembered] = ()
    best: float | None = None
    expanded: bool = False
    linked: Sequence[Remembered] = ()
    facts: Sequence[Told] = ()


def pick_context(
    actor: Actor, *, prompt: str | None = None, recent: str | None = None, workspace: str | None = None
) -> Picked:
    """The rules of the workspace and the reader's default one, and the memories of both that are close enough
    to the message. Without a message: the rules alone. Raises Forbidden, NotFound (the workspace).
    """
    actor.require(Permission.READ)
    reading = [access.workspace_name(actor, each) for each in access.reading_ids(actor, workspace)]
    kept = list_memories(
        actor,
        workspace=workspace,
        tiers=[RecallTier.ALWAYS],
        statuses=[Status.ACTIVE],
        limit=MAX_LIMIT,
    )
    newest_first = sorted(kept.memories, key=lambda rule: (rule.updated_at, rule.name), reverse=True)
    rules, disputed = holding(newest_first)
    best: float | None = None
    hits: list[Remembered] = []
    expanded = False
    asked = questions(prompt or "", recent or "")
    for text, with_recent in asked:
        hits, closest = _close(actor, text, workspace)
        best = max((each for each in (best, closest) if each is not None), default=None)
        expanded = with_recent
        if hits:
            break
    more = along(actor, said=asked[0][0], hits=hits, workspace=workspace) if asked else Along()
    return Picked(
        workspaces=reading,
        rules=rules,
        disputed=disputed,
        uncounted=kept.next_cursor is not None,
        hits=hits,
        best=best,
        expanded=expanded,
        linked=more.linked,
        facts=more.facts,
    )


def holding(rules: Sequence[Remembered]) -> tuple[list[Remembered], list[Remembered]]:
    """The rules, newest first, parted into those that hold and those that a newer one contradicts."""
    holding: list[Remembered] = []
    disputed: list[Remembered] = []
    for rule in rules:
        newer = {other.name for other in holding}
        (disputed if newer.intersection(rule.may_conflict_with) else holding).append(rule)
    return holding, disputed


def questions(prompt: str, recent: str) -> list[tuple[str, bool]]:
    """What to search for in turn, until something is close enough, and whether the last turns are in it: the
    message and, where it is short, the message with what was said before it.
    """
    said, before = forgiving(prompt).strip(), forgiving(recent).strip()[-RECENT:].lstrip()
    if not said:
        return []
    if len(said) > LONGEST_PROMPT:
        half = LONGEST_PROMPT // 2
        said = f"{said[:half]}\n{said[-half:]}"
    short = len(said) < SHORT_PROMPT and before
    return [(said, False), (f"{said}\n{before}", True)] if short else [(said, False)]


def _close(actor: Actor, text: str, workspace: str | None) -> tuple[list[Remembered], float | None]:
    """The hits over the gate, and the highest cosine whether over it or not."""
    page = recall(actor, query=text, workspace=workspace, limit=LOOKED_AT).memories
    found: Sequence[Remembered] = [hit for hit in page if _eligible(hit)]
    crowded = any(over_gate(hit) and not _eligible(hit) for hit in page)
    if crowded and sum(map(over_gate, found)) < MOST_HITS:
        found = _eligible_alone(actor, text, workspace)
    close = [hit for hit in found if over_gate(hit) and not hit.may_conflict_with]
    compared = [hit.receipt.similarity for hit in found if hit.receipt and hit.receipt.similarity is not None]
    return close[:MOST_HITS], max(compared, default=None)


def _eligible(hit: Remembered) -> bool:
    return hit.recall == RecallTier.RELEVANCE and hit.status == Status.ACTIVE


def _eligible_alone(actor: Actor, text: str, workspace: str | None) -> Sequence[Remembered]:
    """The same search among nothing else. It takes several times as long, so it is made only where what may
    not be injected took the places of what may.
    """
    return recall(
        actor,
        query=text,
        workspace=workspace,
        tiers=[RecallTier.RELEVANCE],
        statuses=[Status.ACTIVE],
        limit=LOOKED_AT,
    ).memories


def over_gate(hit: Remembered) -> bool:
    return similarity(hit) >= settings.HOOK_GATE_PERCENT / 100


def similarity(hit: Remembered) -> float:
    """The cosine of the passage that matched; 0 for one without a comparable vector."""
    return (hit.receipt.similarity if hit.receipt else None) or 0.0
