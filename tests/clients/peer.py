"""The shape that every client has here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.clients.commands import Failed
from tests.clients.programs import Programs
from tests.clients.stage import Stage


@dataclass(frozen=True, slots=True)
class Peer:
    """One client: `connect` lets it in through the consent page and has it reach the server with its token.

    `remember(stage, name, content)` and `recall(stage, query)` are None for clients that need an account with
    a model before they call tools: these reach the server `again` instead. recall answers what came back, as
    text. `consents`: how often connecting asks.
    """

    key: str
    version: Callable[[Programs], str]
    connect: Callable[[Stage], None]
    remember: Callable[[Stage, str, str], None] | None = None
    recall: Callable[[Stage, str], str] | None = None
    again: Callable[[Stage], None] | None = None
    consents: int = 1


def require(told: bool, what: str, said: str) -> None:
    """Raise Failed unless it was told."""
    if not told:
        raise Failed(f"{what}; it said:\n{said.strip()}")


def require_kept(answer: Any) -> None:
    """Raise Failed unless memory_remember answered that the text is kept."""
    require(
        isinstance(answer, dict) and answer.get("status") == "stored", "nothing was kept", json.dumps(answer)
    )
