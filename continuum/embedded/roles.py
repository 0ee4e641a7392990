"""Databases with Continuum's roles and rights: `roles.sql` applied to the embedded Postgres."""

from __future__ import annotations

from importlib import resources

import psycopg
from psycopg import sql

from continuum.embedded import limits
from continuum.embedded.errors import DiskFull, StartFailed, StartInterrupted
from continuum.embedded.paths import ADMIN_ROLE, DATABASE, Home


def prepare_database(home: Home, *, name: str = DATABASE) -> None:
    """Create the database where it is missing, and bring roles and rights up to date. Twice equals once.

    Raises DiskFull, or StartFailed with what Postgres said.
    """
    try:
        _create_database(home, name=name)
        with _connect(home, database=name) as connection:
            connection.execute(read_rights().encode())
    except psycopg.errors.DiskFull as error:
        raise DiskFull(home.root) from error
    except psycopg.Error as error:
        failed = StartInterrupted if isinstance(error, psycopg.OperationalError) else StartFailed
        reason = error.diag.message_primary or str(error).partition("\n")[0]
        raise failed(f"The database {name}", reason=reason, log=home.log("postgres")) from error


def _create_database(home: Home, *, name: str) -> None:
    with _connect(home, database="postgres") as connection:
        found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
        if found is None:
            create = sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name))
            connection.execute(create)


def _connect(home: Home, *, database: str) -> psycopg.Connection:
    address = home.address(user=ADMIN_ROLE, name=database)
    return psycopg.connect(address.url, autocommit=True, connect_timeout=int(limits.ANSWER_LIMIT_S))


def read_rights() -> str:
    """The file's statements; sent as one they are one transaction."""
    return resources.files("continuum.embedded").joinpath("roles.sql").read_text("utf-8")
