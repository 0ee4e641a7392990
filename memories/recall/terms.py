"""The terms of a query: how it is gone about, and what it may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from continuum.kernel.actor import Actor
from memories.errors import invalid
from memories.recall.planning import Complexity, Plan, Planner, RulePlanner
from memories.recall.profiles import LEAST_MILLISECONDS, LEAST_TOKENS, Profile, Spend, profile
from memories.recall.query import checked_query
from memories.text.days import zone_of

AUTO, DIRECT, MULTI_STEP = "auto", "direct", "multi_step"
STRATEGIES = (AUTO, DIRECT, MULTI_STEP)
MOST_EVIDENCE = 20
_PLANNER: Planner = RulePlanner()


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one query may use, and the `evidence` it is to find."""

    steps: int
    milliseconds: int
    tokens: int
    evidence: int
    profile: Profile


def plan_for(
    actor: Actor,
    question: str,
    *,
    strategy: str,
    subqueries: Sequence[str] | None,
    named: bool,
    include_history: bool,
) -> Plan:
    """The plan for a question, or for the sub-queries that are given with it. Raises ValidationFailed."""
    most = profile().subqueries
    if strategy not in STRATEGIES:
        raise invalid("strategy", f"The strategy is one of {', '.join(STRATEGIES)}.")
    if strategy == DIRECT and (include_history or len(subqueries or ()) > 1):
        raise invalid("strategy", "A direct query is one search, without history and further questions.")
    if subqueries is not None and not 1 <= len(subqueries) <= most:
        raise invalid("subqueries", f"A query has 1 to {most} sub-queries here.")
    for part in subqueries or ():
        checked_query(actor, query=part)
    today = timezone.now().astimezone(zone_of(actor.timezone)).date()
    made = _PLANNER.plan(question, most=most, today=today)
    made = replace(made, history=include_history or made.history)
    if strategy == DIRECT:
        whole = tuple(subqueries or (question,))
        return replace(_alone(made), complexity=Complexity.SINGLE, subqueries=whole, history=False)
    if named and subqueries is None:
        return replace(_alone(made), complexity=Complexity.NAMED, subqueries=(question,))
    if subqueries is None:
        return made
    return replace(_alone(made), complexity=Complexity.SEVERAL, subqueries=tuple(subqueries))


def _alone(made: Plan) -> Plan:
    """The plan where the parts are given: nothing is taken apart."""
    return replace(made, related=False, refers=False, cut=False)


def budget_for(
    *, max_steps: int | None, timeout_ms: int | None, token_budget: int | None, min_evidence: int
) -> Budget:
    """The profile's, where nothing else is asked for. Raises ValidationFailed for more than it allows."""
    budgets = profile()
    return Budget(
        steps=_within("max_steps", max_steps, budgets.steps, 1),
        milliseconds=_within("timeout_ms", timeout_ms, budgets.milliseconds, LEAST_MILLISECONDS),
        tokens=_within("token_budget", token_budget, budgets.tokens, LEAST_TOKENS),
        evidence=_least(min_evidence),
        profile=budgets,
    )


def _within(name: str, asked: int | None, spend: Spend, least: int) -> int:
    if asked is not None and not least <= asked <= spend.most:
        raise invalid(name, f"It is {least} to {spend.most:,} here.")
    return spend.usual if asked is None else asked


def _least(asked: int) -> int:
    if not 1 <= asked <= MOST_EVIDENCE:
        raise invalid("min_evidence", f"It is 1 to {MOST_EVIDENCE}.")
    return asked
