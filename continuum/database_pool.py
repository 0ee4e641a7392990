"""Connections of the application: how they search and wait, and what none carries to the next actor."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from psycopg import Connection

# Filtered nearest-neighbour search keeps scanning until the page is full (docs/adr/0006). Writers wait for
# each other only so long; imports and restores say that they have time.
APPLICATION_OPTIONS = "-c hnsw.iterative_scan=relaxed_order -c hnsw.ef_search=300 -c lock_timeout=15s"

LONGEST_LIFE_S = 300
"""A server process of Postgres keeps what it learnt of tables and functions: it grows while it lives."""


def forget_workspaces(connection: Connection[Any]) -> None:
    """Called by the pool when a connection comes back: whatever happened, it sees no rows again."""
    connection.autocommit = True
    connection.execute("SELECT set_config('continuum.workspaces', '', false)")


POOL_HABITS = MappingProxyType({"max_lifetime": LONGEST_LIFE_S, "reset": forget_workspaces})
"""What no setting changes."""
