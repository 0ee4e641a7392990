"""From handoffs to what tools answer. Pure; times are shown in the actor's zone."""

from __future__ import annotations

from typing import Any

from continuum.kernel.actor import Actor
from mcp_gateway import gathered
from mcp_gateway.moments import shown
from memories.models import Handoff
from memories.recall.handoffs import Linked, Resumed, Shown
from memories.services.handoffs import Written

_SAME = ("task_id", "progress", "summary", "agent", "addressee", *Handoff.LISTS)


def handed_over(done: Written) -> gathered.HandedOver:
    return gathered.HandedOver(
        handoff_id=str(done.handoff.pk), task_id=done.handoff.task_id, duplicate=done.repeated
    )


def resumed(actor: Actor, found: Resumed) -> gathered.Resumed:
    told = None if found.handoff is None else handoff(actor, found.handoff)
    return gathered.Resumed(status=found.status, handoff=told, waiting=found.waiting)


def handoff(actor: Actor, found: Shown) -> gathered.Handoff:
    row = found.handoff
    return gathered.Handoff.model_validate(
        {
            **{field: getattr(row, field) for field in _SAME},
            "handoff_id": str(row.pk),
            "state": found.state,
            "workspace": found.workspace,
            "memories": tuple(map(_linked, found.memories)),
            "warnings": tuple(found.warnings),
            "created_at": shown(row.created_at, actor.timezone),
            "expires_at": shown(row.expires_at, actor.timezone),
        }
    )


def _linked(linked: Linked) -> dict[str, Any]:
    told = {
        "name": linked.name,
        "workspace": linked.workspace,
        "version_then": linked.version_then,
        "version_now": linked.version_now,
        "change": linked.change.value,
    }
    return {field: value for field, value in told.items() if value != ""}
