"""Connections of the application are made anew now and then."""

from __future__ import annotations

import pytest
from django.db import connection, connections

from continuum.database_pool import LONGEST_LIFE_S


def _server_process() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_connection_that_is_old_enough_is_not_used_again(
    committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections["default"].close()
    pool = connections["default"].pool
    assert pool.max_lifetime == LONGEST_LIFE_S
    with pool.connection() as given:
        old = given.info.backend_pid
        monkeypatch.setattr(given, "_expire_at", 0.0)
    for _ in range(pool.max_size):
        assert _server_process() != old
        connections["default"].close()
