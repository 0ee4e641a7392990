"""A question that one search does not answer: a plan, some steps within a budget, and what they found.

Every step is a recall as the caller could make it: no step sees more than that. What is given up on for want
of budget is said.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.models import RecallTier, Sensitivity
from memories.recall.answers import Remembered
from memories.recall.context_pack import HEAD, MANUAL, MEMORY
from memories.recall.evidence import FURTHER, Collected, Evidence, Sufficiency, judged, tells
from memories.recall.offers import offer_of
from memories.recall.packing import Packed, packed
from memories.recall.planning import Plan, leads_in
from memories.recall.query import checked_query
from memories.recall.reading import History, history
from memories.recall.recall import recall
from memories.recall.terms import AUTO, DIRECT, MOST_EVIDENCE, Budget, budget_for, plan_for
from memories.text.links import linked_names

HITS = 8  # of each step
MOST_LEADS = 4  # names in what was found that are looked up, of each step
LOOKUP, HOP, DATED = "lookup", "hop", "dated"
PRIVATE = "private"  # why a memory of the evidence is not in the pack


@dataclass(frozen=True, slots=True)
class Step:
    """One look-up: what kind and why, what was asked, and what came of it."""

    kind: str
    asked: str
    found: int
    new: int
    milliseconds: float
    mode: str


@dataclass(frozen=True, slots=True)
class Past:
    """The history of one memory of the evidence; `cut`: there is more than the budget allowed."""

    history: History
    cut: bool


@dataclass(slots=True)
class Investigated:
    """The plan, what was done and found, whether that is enough, and what was given up on."""

    plan: Plan
    strategy: str
    steps: list[Step] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    pasts: list[Past] = field(default_factory=list)
    sufficiency: Sufficiency = field(default_factory=lambda: Sufficiency("insufficient"))
    fallback: list[str] = field(default_factory=list)
    pack: Packed = field(default_factory=Packed)
    most_steps: int = 0
    most_milliseconds: int = 0
    milliseconds: float = 0.0
    history_events: int = 0

    def give_up(self, reason: str) -> None:
        if reason not in self.fallback:
            self.fallback.append(reason)


@verb
def query(
    actor: Actor,
    *,
    question: str,
    subqueries: Sequence[str] | None = None,
    strategy: str = AUTO,
    include_history: bool = False,
    max_steps: int | None = None,
    timeout_ms: int | None = None,
    min_evidence: int = 1,
    token_budget: int | None = None,
    **asked: Any,
) -> Investigated:
    """Look a question up in several steps: its parts, names that what was found leads on to, the days it
    names, the past of what was found. `asked` are recall's filters.

    Raises Forbidden, NotFound (the workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    began = time.monotonic()
    asked = {name: value for name, value in asked.items() if value is not None}
    checked_query(actor, query=question, called="question", **asked)
    access.reading_ids(actor, asked.get("workspace"))
    budget = budget_for(
        max_steps=max_steps, timeout_ms=timeout_ms, token_budget=token_budget, min_evidence=min_evidence
    )
    plan = plan_for(
        actor,
        question,
        strategy=strategy,
        subqueries=subqueries,
        named=len(asked.get("names") or ()) == 1,
        include_history=include_history,
    )
    done = Investigated(plan, strategy, most_steps=budget.steps, most_milliseconds=budget.milliseconds)
    work = _Work(actor, question, asked, budget, done, deadline=began + budget.milliseconds / 1_000)
    work.run()
    done.sufficiency = judged(
        evidence=len(done.evidence),
        telling=sum(tells(each.memory) for each in done.evidence),
        least=budget.evidence,
        uncovered=work.uncovered,
        history_missing=plan.history and not done.pasts,
        fallback=done.fallback,
    )
    if done.sufficiency.status == "insufficient":
        done.give_up("insufficient_evidence")
    offers = [
        offer_of(each.memory, MEMORY, priority=each.score, never=_never(each.memory))
        for each in done.evidence
    ]
    done.pack = packed(offers, head=HEAD, tokens=budget.tokens, memories=budget.profile.memories)
    done.milliseconds = round((time.monotonic() - began) * 1_000, 1)
    return done


def _never(memory: Remembered) -> str:
    """Why a memory is in no context, though whoever asks may read it."""
    if memory.sensitivity == Sensitivity.PRIVATE:
        return PRIVATE
    return MANUAL if memory.recall == RecallTier.MANUAL else ""


class _Work:
    """The steps of one query."""

    def __init__(
        self,
        actor: Actor,
        question: str,
        asked: dict[str, Any],
        budget: Budget,
        done: Investigated,
        *,
        deadline: float,
    ) -> None:
        self.actor, self.question, self.asked = actor, question, asked
        self.budget, self.done, self.deadline = budget, done, deadline
        self.collected = Collected()
        self.uncovered = 0

    def run(self) -> None:
        plan = self.done.plan
        if plan.cut:
            self.done.give_up("subquery_limit")
        first = [self._covering(part) for part in plan.subqueries]
        if plan.window is not None and self.done.strategy != DIRECT:
            days = {"since": plan.window.since, "until": plan.window.until}
            self._look_up(DATED, self.question, extra=days)
        if (plan.related or plan.refers) and self.done.strategy != DIRECT:
            self._follow([hit for hits in first for hit in hits[:2]])
        self.done.evidence = self.collected.ranked[:MOST_EVIDENCE]
        if plan.history:
            self._read_history()

    def _covering(self, part: str) -> Sequence[Remembered]:
        hits = self._look_up(LOOKUP, part)
        self.uncovered += not hits
        return hits

    def _look_up(
        self, kind: str, text: str, *, extra: dict[str, Any] | None = None, weight: float = 1.0
    ) -> Sequence[Remembered]:
        """One step, unless the budget is used up. A step that has begun is finished."""
        if len(self.done.steps) >= self.budget.steps:
            self.done.give_up("max_steps")
            return ()
        if time.monotonic() >= self.deadline:
            self.done.give_up("timeout")
            return ()
        began = time.monotonic()
        page = recall(self.actor, query=text, **{**self.asked, **(extra or {}), "limit": HITS})
        number = len(self.done.steps) + 1
        new = self.collected.take(number, page.memories, weight=weight)
        took = round((time.monotonic() - began) * 1_000, 1)
        self.done.steps.append(Step(kind, text, len(page.memories), new, took, page.mode))
        return page.memories

    def _follow(self, hits: Sequence[Remembered]) -> None:
        """Look up what the first hits lead on to. A profile without `multi_hop` goes one step, and where the
        question wants more than what "she" or "it" stands for it says so.
        """
        multi_hop = self.budget.profile.multi_hop
        if self.done.plan.related and not multi_hop:
            self.done.give_up("unsupported_complexity")
        seen: set[str] = set()
        while leads := [lead for lead in _leads(hits, self.question) if lead not in seen][:MOST_LEADS]:
            hits = []
            for lead in leads if multi_hop else leads[:1]:
                seen.add(lead)
                hits = [*hits, *self._look_up(HOP, f"{lead}: {self.question}", weight=FURTHER)[:2]]
            if not multi_hop or len(self.done.steps) >= self.budget.steps:
                return

    def _read_history(self) -> None:
        """The past of the best, as many events as the budget has."""
        left = self.budget.profile.history_events
        for each in self.done.evidence[: self.budget.profile.subqueries]:
            if left <= 0 or time.monotonic() >= self.deadline:
                self.done.give_up("history_limit" if left <= 0 else "timeout")
                return
            limit = min(left, _HISTORY_OF_ONE)
            past = history(self.actor, limit=limit + 1, **_named(each.memory, self.asked))
            if past.memory_id != each.memory.memory_id:
                continue  # another scope's memory of the same name
            cut = len(past.events) > limit
            if cut:
                self.done.give_up("history_limit")
            past = replace(past, events=past.events[:limit], revisions=past.revisions[:limit])
            left -= len(past.events)
            self.done.history_events += len(past.events)
            self.done.pasts.append(Past(past, cut))


_HISTORY_OF_ONE = 20


def _named(memory: Remembered, asked: dict[str, Any]) -> dict[str, Any]:
    task = {"task_id": memory.task_id} if memory.task_id else {}
    return {
        "name": memory.name,
        "workspace": memory.workspace,
        "private": asked.get("private", False),
        **task,
    }


def _leads(hits: Sequence[Remembered], question: str) -> list[str]:
    found: dict[str, None] = {}
    for hit in hits:
        text = hit.receipt.passage if hit.receipt else hit.content
        found.update(dict.fromkeys(leads_in(text, asked=question, links=linked_names(text))))
    return list(found)
