"""Who calls: set by the gate around each request, read by the tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Unauthorized


@dataclass(frozen=True, slots=True)
class Caller:
    """One connection at work: its actor, and the names of the toolsets it chose."""

    actor: Actor
    toolsets: frozenset[str]


_CALLER: ContextVar[Caller] = ContextVar("mcp_caller")


@contextmanager
def calling(caller: Caller) -> Iterator[None]:
    """Serve one request for this caller; what the request starts inherits it."""
    token = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(token)


def current_caller() -> Caller:
    """The caller of the request at hand. Raises Unauthorized outside of one: no gate, nobody is let in."""
    try:
        return _CALLER.get()
    except LookupError:
        raise Unauthorized("Nobody is signed in here.") from None


def current_actor() -> Actor:
    """The actor of the request at hand. Raises Unauthorized outside of one."""
    return current_caller().actor
