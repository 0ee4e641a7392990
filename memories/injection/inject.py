"""The verb behind every context that nobody asked for: pick, frame, record."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.injection.framing import Block, Shown, framed
from memories.models import Activity, RecallTier
from memories.recall.context import Picked, pick_context, similarity
from memories.services.activities import (
    Injection,
    block_key,
    last_block,
    record_injection,
    session_key,
)

HOOK = "hook/context"
STANDING = "standing rule"


@dataclass(frozen=True, slots=True)
class Injected:
    """`text` is what to put into the context, None for nothing; `outcome` says why."""

    text: str | None
    outcome: str


@verb
def inject(
    actor: Actor,
    *,
    prompt: str | None = None,
    recent: str | None = None,
    workspace: str | None = None,
    session_id: str | None = None,
    afresh: bool = False,
    what: str = HOOK,
) -> Injected:
    """What to put into a context for a message: the standing rules, and memories that are close to it.

    A block that is the one last put into the same session is not repeated, unless the session starts
    `afresh`. Every call leaves a row of activity with ids, reasons and scores. Raises Forbidden, NotFound
    (the workspace), SecretRefused (an agent called by a secret).
    """
    actor.require(Permission.READ)
    began = time.perf_counter()
    where = access.workspace_id(actor, workspace, Permission.READ)
    picked = pick_context(actor, prompt=prompt, recent=recent, workspace=workspace)
    block = framed(picked)
    session = session_key(actor, session_id) if session_id else ""
    key = block_key(block.text) if block.text else ""
    seen = bool(session and key and not afresh and last_block(actor, workspace=where, session=session) == key)
    outcome = _outcome(block, seen=seen)
    shown = block if outcome == Activity.Outcome.INJECTED else Block("")
    record_injection(
        actor,
        injection=Injection(
            what=what,
            outcome=outcome,
            workspace=where,
            session=session,
            block=key if shown.text else "",
            items=_items(actor, picked, shown),
            best_similarity=picked.best,
            expanded=picked.expanded,
            characters=len(shown.text),
            milliseconds=round((time.perf_counter() - began) * 1_000, 1),
        ),
    )
    return Injected(shown.text or None, outcome)


def _outcome(block: Block, *, seen: bool) -> str:
    if not block.text:
        return Activity.Outcome.NOTHING.value
    return Activity.Outcome.UNCHANGED.value if seen else Activity.Outcome.INJECTED.value


def _items(actor: Actor, picked: Picked, block: Block) -> dict[UUID, list[dict[str, Any]]]:
    """By workspace, each memory that is shown, and why."""
    items: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for shown in block.shown:
        items[actor.workspaces[shown.memory.workspace]].append(_item(shown, expanded=picked.expanded))
    return dict(items)


def _item(shown: Shown, *, expanded: bool) -> dict[str, Any]:
    memory, receipt = shown.memory, shown.memory.receipt
    item = {
        "memory_id": str(memory.memory_id),
        "revision_id": str(memory.revision_id),
        "recall": memory.recall,
        "shown": shown.how,
    }
    if memory.recall == RecallTier.ALWAYS or receipt is None:
        return {**item, "reasons": [shown.why or STANDING]}
    reasons = [*receipt.reasons, *(["with the last turns"] if expanded else [])]
    return {**item, "reasons": reasons, "score": receipt.score, "similarity": similarity(memory)}
