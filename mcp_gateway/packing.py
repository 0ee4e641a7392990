"""From a context pack to what tools answer. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_gateway import gathered
from memories.recall.context_pack import Pack
from memories.recall.packing import ESTIMATOR, Offer


def pack(made: Pack) -> gathered.ContextPack:
    return gathered.ContextPack(
        context=made.packed.text,
        items=tuple(_packed(item.offer, item.tokens, item.offer.reasons) for item in made.packed.items),
        omitted=tuple(_packed(left.offer, left.tokens, [left.reason]) for left in made.packed.omitted),
        budget={
            "asked": made.tokens,
            "used": made.packed.tokens,
            "left": made.tokens_left,
            "estimator": ESTIMATOR,
            "memories": made.memories,
        },
        retrieval=_retrieval(made),
    )


def _packed(offer: Offer, tokens: int, reasons: Sequence[str]) -> gathered.Packed:
    return gathered.Packed(
        what=offer.what,
        name=offer.name,
        workspace=offer.workspace,
        version=offer.version,
        tokens=tokens,
        reasons=tuple(reasons),
        may_conflict_with=tuple(offer.may_conflict_with),
    )


def _retrieval(made: Pack) -> dict[str, Any]:
    found = made.found
    told: dict[str, Any] = {"more_rules": made.more_rules}
    if found is not None:
        told |= {
            "mode": found.mode,
            "mode_reason": found.mode_reason,
            "candidates": found.candidates,
            "still_indexing": found.still_indexing,
        }
    return {name: value for name, value in told.items() if value}
