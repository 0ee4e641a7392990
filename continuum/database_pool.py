"""What a pooled connection must not carry from one actor to the next."""

from __future__ import annotations

from typing import Any

from psycopg import Connection


def forget_workspaces(connection: Connection[Any]) -> None:
    """Called by the pool when a connection comes back: whatever happened, it sees no rows again."""
    connection.autocommit = True
    connection.execute("SELECT set_config('continuum.workspaces', '', false)")
