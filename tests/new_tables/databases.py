"""Databases of their own on a server that runs: with roles and rights, without tables, dropped afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from continuum.embedded.paths import ADMIN_ROLE, Home
from continuum.embedded.roles import prepare_database
from continuum.management.commands.migrate import OWNER


@contextmanager
def empty_database(home: Home, name: str) -> Iterator[BaseDatabaseWrapper]:
    """The owner's connection to a new database; its alias is the database's name."""
    prepare_database(home, name=name)
    connections.databases[name] = {**connections[OWNER].settings_dict, "NAME": name}
    try:
        yield connections[name]
    finally:
        connections[name].close()
        del connections[name], connections.databases[name]
        with psycopg.connect(home.address(user=ADMIN_ROLE, name="postgres").url, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
