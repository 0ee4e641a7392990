"""A second database with the same rows in divided tables, beside the one of this run."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.db.utils import load_backend

from continuum.embedded.paths import ADMIN_ROLE, Home
from continuum.embedded.roles import read_rights
from continuum.partitioning.divide import divide
from tests.services import HOME

TWIN = "divided_twin"
PIECES = 3

Twin = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def twin(committed: None) -> Iterator[Twin]:
    """Copies the database as it is when it is called, divides the copy, and leads every query of this thread
    there until the block ends. The copy stays for the next block.
    """
    made: list[str] = []

    @contextmanager
    def looking_there() -> Iterator[None]:
        if not made:
            _copy_database()
            made.append(TWIN)
            with _leading_to(TWIN):
                divide(PIECES)
        with _leading_to(TWIN):
            yield

    yield looking_there
    _as_admin(f"DROP DATABASE IF EXISTS {TWIN} WITH (FORCE)")


def _copy_database() -> None:
    """Nobody may be connected to what is copied."""
    name = settings.DATABASES["default"]["NAME"]
    connections.close_all()
    asyncio.run(sync_to_async(connections.close_all)())  # those of the thread that asynchronous tests use
    connections["default"].close_pool()
    _as_admin(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        f"DROP DATABASE IF EXISTS {TWIN} WITH (FORCE)",
        f"CREATE DATABASE {TWIN} TEMPLATE {name}",
    )
    with _admin(TWIN) as connection:
        connection.execute(read_rights().encode())


@contextmanager
def _leading_to(name: str) -> Iterator[None]:
    before = {alias: connections[alias] for alias in connections}
    try:
        for alias in before:
            here = copy.deepcopy(connections.settings[alias])
            here["NAME"] = name
            here["OPTIONS"].pop("pool", None)
            connections[alias] = load_backend(here["ENGINE"]).DatabaseWrapper(here, alias)
        yield
    finally:
        for alias, connection in before.items():
            connections[alias].close()
            connections[alias] = connection


def _as_admin(*statements: str) -> None:
    with _admin("postgres") as connection:
        for statement in statements:
            connection.execute(statement.encode())


def _admin(database: str) -> psycopg.Connection:
    return psycopg.connect(Home(HOME).address(user=ADMIN_ROLE, name=database).url, autocommit=True)
