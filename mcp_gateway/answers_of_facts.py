"""What the tools about facts and things answer; see mcp_gateway.answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mcp_gateway.answers import Answer


class Fact(Answer):
    """One claim, and the memory that makes it."""

    subject: str
    predicate: str
    object: str
    statement: Annotated[str, Field(description="The sentence that says so.")]
    memory: str
    workspace: str
    valid_from: str
    valid_until: str | None = None
    learned_at: str
    retired_at: str | None = None
    retired_for: Annotated[
        str, Field(description="replaced, contradicted, repeated, archived or rule; empty while it is held")
    ] = ""
    confidence: float
    extracted_by: Annotated[str, Field(description="rules/2, or the model's name")]


class Facts(Answer):
    """One page of facts."""

    facts: tuple[Fact, ...]
    next_cursor: str | None = None


class Neighbour(Answer):
    """What stands beside a thing: in how many facts with it, in how many memories."""

    name: str
    kind: str
    facts: int = 0
    memories: int = 0


class Entity(Answer):
    """One thing that memories speak of."""

    name: str
    kind: str
    workspace: str
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    memories: Annotated[tuple[str, ...], Field(description="By name, the newest first.")] = ()
