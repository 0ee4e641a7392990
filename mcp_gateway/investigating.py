"""From a query that was looked into to what tools answer. Pure."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from continuum.kernel.actor import Actor
from mcp_gateway import gathered
from mcp_gateway.telling import allowed, found, history
from memories.recall.evidence import Evidence
from memories.recall.investigation import Investigated


def investigated(actor: Actor, done: Investigated) -> gathered.Investigated:
    allowance = allowed(len(done.evidence))
    return gathered.Investigated(
        status=done.sufficiency.status,
        reasons=tuple(done.sufficiency.reasons),
        fallback=tuple(done.fallback),
        plan=_plan(done),
        steps=tuple(asdict(step) for step in done.steps),
        evidence=tuple(_evidence(actor, each, allowance) for each in done.evidence),
        history=tuple(history(actor, past.history).model_dump(exclude_defaults=True) for past in done.pasts),
        context=done.pack.text,
        budget={
            "steps": done.most_steps,
            "timeout_ms": done.most_milliseconds,
            "used_ms": done.milliseconds,
            "history_events": done.history_events,
            "tokens": done.pack.tokens,
        },
    )


def _plan(done: Investigated) -> dict[str, Any]:
    told = asdict(done.plan)
    return {**told, "complexity": done.plan.complexity.value, "strategy": done.strategy}


def _evidence(actor: Actor, each: Evidence, allowance: int) -> dict[str, Any]:
    told = found(actor, each.memory, allowance).model_dump(exclude_defaults=True)
    return {**told, "steps": each.steps, "score": round(each.score, 4)}
